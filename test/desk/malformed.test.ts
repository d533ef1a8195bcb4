/** Requests made from the interface's own description, well-formed and not: whatever is sent, the desk has no fault. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeFolders } from '../crawl/small-web.ts';
import { deskFixture, type Fixture } from './fixture.ts';

let on: Fixture;
beforeAll(async () => {
  on = await deskFixture();
});
afterAll(async () => {
  await on.close();
  removeFolders();
});

interface Operation {
  parameters?: { name: string; in: 'path' | 'query'; schema: { enum?: string[]; type?: string } }[];
  requestBody?: { content: Record<string, { schema: object }> };
}

/** Not those that start processes or hold the connection open. */
const LEFT_OUT =
  /\}\/(resume|threshold|events|train|evolve|export|recrawl|send|check|repair|keywords|anchors)$|v1\/(crawls|seeds|studies|grow|evaluate|topics\/\w+|fleet\/\w+)$/;

const odd = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1e9',
    'NaN',
    'null',
    '../..',
    '%00',
    '"',
    "'; DROP TABLE pages; --",
    '"unclosed',
    '*',
    'NEAR(',
    'comet',
    'true',
    '\u0000',
    'ﷺ',
  ),
  fc.string({ maxLength: 40 }),
);

it('no request that follows the description, or nearly does, brings a status of 500 or above', async () => {
  const { paths } = await on.json<{ paths: Record<string, Record<string, Operation>> }>(
    '/api/v1/openapi.json',
  );
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    LEFT_OUT.test(path)
      ? []
      : Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  expect(operations.length).toBeGreaterThan(15);
  const request = fc.constantFrom(...operations).chain(({ path, method, operation }) => {
    const value = (name: string, schema: { enum?: string[] }) =>
      name === 'crawl'
        ? fc.oneof({ weight: 4, arbitrary: fc.constant('comets') }, { weight: 1, arbitrary: odd })
        : schema.enum === undefined
          ? odd
          : fc.oneof(fc.constantFrom(...schema.enum), odd);
    const parameters = operation.parameters ?? [];
    return fc.record({
      path: fc.constant(path),
      method: fc.constant(method.toUpperCase()),
      given: fc.record(
        Object.fromEntries(parameters.map(({ name, schema }) => [name, value(name, schema)])),
        { requiredKeys: parameters.filter((one) => one.in === 'path').map(({ name }) => name) },
      ),
      inQuery: fc.constant(parameters.filter((one) => one.in === 'query').map(({ name }) => name)),
      body:
        operation.requestBody === undefined
          ? fc.constant(undefined)
          : fc.oneof(fc.json({ maxDepth: 3 }), bodyLike(operation)),
    });
  });
  await fc.assert(
    fc.asyncProperty(request, async ({ path, method, given, inQuery, body }) => {
      const values = given as Record<string, string>;
      const real = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
      const query = new URLSearchParams(
        inQuery.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
      );
      const response = await on.ask(`${real}?${query}`, { method, ...(body === undefined ? {} : { body }) });
      await response.body?.cancel();
      expect(response.status).toBeLessThan(500);
    }),
    { numRuns: 250 },
  );
  expect(on.faults).toEqual([]);
});

/** The keys that are wanted, with values of any kind. */
function bodyLike(operation: Operation): fc.Arbitrary<string> {
  const schema = Object.values(operation.requestBody!.content)[0]!.schema as { properties?: object };
  const keys = Object.keys(schema.properties ?? { 'budget.pages': 1, threshold: 1 });
  return fc
    .record(Object.fromEntries(keys.map((key) => [key, fc.oneof(fc.jsonValue({ maxDepth: 2 }), odd)])), {
      requiredKeys: [],
    })
    .map((body) => JSON.stringify(body));
}
