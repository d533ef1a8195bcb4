/** The description of the interface (OpenAPI 3.1), made of the routes and the schemas that check what is sent. */
import { z } from 'zod';
import type { Route } from './route.ts';

export function openApi(routes: readonly Route[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    if (!route.path.startsWith('/api/') && route.path !== '/metrics') continue;
    paths[route.path] ??= {};
    paths[route.path]![route.method.toLowerCase()] = operation(route);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Forage',
      version: '1',
      description: 'Everything that the command line does with the crawls of a folder.',
    },
    paths,
    components: {
      securitySchemes: { secret: { type: 'http', scheme: 'bearer' } },
      schemas: { Problem: jsonSchema(problemSchema) },
    },
    security: [{ secret: [] }],
  };
}

function operation(route: Route): object {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const query = route.query === undefined ? undefined : jsonSchema(route.query);
  const parameters = [
    ...names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...Object.entries(query?.properties ?? {}).map(([name, schema]) => ({
      name,
      in: 'query',
      required: query?.required?.includes(name) ?? false,
      schema,
    })),
  ];
  const type = route.answerType ?? 'application/json';
  const schema = route.answer === undefined ? {} : { schema: jsonSchema(route.answer, 'output') };
  return {
    operationId: idOf(route),
    summary: route.summary,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: jsonSchema(route.body) } },
          },
        }),
    responses: {
      200: { description: 'Done.', content: { [type]: schema } },
      default: {
        description: 'Refused: why, and what to do.',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
    ...(route.isPublic === true ? { security: [] } : {}),
    'x-role': route.role,
  };
}

const idOf = ({ method, path }: Route): string =>
  [method.toLowerCase(), ...path.replace('/api/v1', '').split(/[/{}.-]+/)]
    .filter((part) => part !== '')
    .join('-');

interface Schema {
  properties?: Record<string, object>;
  required?: string[];
}

/** Values that JSON Schema cannot express are described as anything. */
const jsonSchema = (schema: z.ZodType, io: 'input' | 'output' = 'input'): Schema => {
  const { $schema: _, ...made } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema & {
    $schema?: string;
  };
  return made;
};

export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  code: z.string().describe("The command line's code, or one of the server's own."),
  detail: z.string().describe('What is wrong, and what to do.'),
  faults: z
    .array(z.object({ path: z.array(z.union([z.string(), z.number()])), text: z.string() }))
    .optional(),
});
