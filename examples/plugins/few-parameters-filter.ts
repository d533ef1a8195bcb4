/** A link filter: leaves URLs alone that have too many parameters. */
import { defineFilter, z } from 'forage-crawler';

export default defineFilter({
  name: 'few-parameters',
  summary: 'no URLs with many parameters',
  settings: z.object({ most: z.int().min(0).default(3).describe('parameters that a URL may have') }),
  make: ({ settings: { most } }) => ({
    refuses({ url }) {
      const parameters = new URL(url).searchParams.size;
      return parameters > most ? `${parameters} parameters` : undefined;
    },
  }),
});
