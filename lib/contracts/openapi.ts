import { COMMON_ERRORS, type Endpoint, pathNames } from './endpoint';
import { ENDPOINTS } from './endpoints';
import { ERROR_STATUS, errorBodySchema } from './errors';
import { type JsonSchemaObject, SchemaBook } from './openapi-schemas';

/** A field of a request outside its body. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'header' | 'query';
  readonly required: boolean;
  readonly schema: JsonSchemaObject;
}

type Content = Readonly<Record<string, { readonly schema?: JsonSchemaObject }>>;

/** One endpoint in OpenAPI's terms. */
export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content: Content }>>;
}

/** The parts of an OpenAPI 3.1 document that are used here. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string };
  readonly tags: readonly { readonly name: string }[];
  /** By path, then by method in lower case. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchemaObject>> };
}

/** Describes the HTTP API from its endpoints. */
export function describeApi(version: string): OpenApiDocument {
  const book = new SchemaBook();
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [subject, endpoints] of Object.entries(ENDPOINTS)) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
      const operation = operationOf(endpoint, { subject, name, book });
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Pipewright', version },
    tags: Object.keys(ENDPOINTS).map((name) => ({ name })),
    paths,
    components: { schemas: { ...book.named, Error: book.of(errorBodySchema, 'output') } },
  };
}

interface Place {
  readonly subject: string;
  readonly name: string;
  readonly book: SchemaBook;
}

function operationOf(endpoint: Endpoint, { subject, name, book }: Place): Operation {
  const fields = fieldsOf(endpoint, book);
  const requestBody = bodyOf(endpoint, fields);
  return {
    operationId: `${subject}.${name}`,
    tags: [subject],
    summary: endpoint.summary,
    parameters: fields.flatMap(({ place, name: field, ...rest }) =>
      place === 'body' ? [] : [{ name: endpoint.headers[field] ?? field, in: place, ...rest }],
    ),
    ...(requestBody ? { requestBody } : {}),
    responses: { ...answersOf(endpoint, book), ...refusalsOf(endpoint) },
  };
}

interface Field {
  readonly name: string;
  readonly place: Parameter['in'] | 'body';
  readonly required: boolean;
  readonly schema: JsonSchemaObject;
}

function fieldsOf(endpoint: Endpoint, book: SchemaBook): Field[] {
  const { properties, required } = book.of(endpoint.input, 'input');
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries<JsonSchemaObject>(Object(properties)).map(([name, schema]) => {
    const place = placeOf(endpoint, name);
    return { name, place, required: place === 'path' || needed.includes(name), schema };
  });
}

function placeOf({ path, headers, body }: Endpoint, field: string): Field['place'] {
  if (pathNames(path).includes(field)) return 'path';
  if (field in headers) return 'header';
  return body === undefined ? 'query' : 'body';
}

function bodyOf({ body }: Endpoint, fields: readonly Field[]): Operation['requestBody'] {
  if (body === undefined) return undefined;
  if (body === 'raw') return { required: false, content: { '*/*': {} } };
  const own = fields.filter(({ place }) => place === 'body');
  const required = own.filter((field) => field.required).map(({ name }) => name);
  const schema = {
    type: 'object',
    properties: Object.fromEntries(own.map((field) => [field.name, field.schema])),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
  return { required: required.length > 0, content: { 'application/json': { schema } } };
}

function answersOf({ statuses, media, answer }: Endpoint, book: SchemaBook): Operation['responses'] {
  const content: Content = {
    [media]: media === 'application/json' ? { schema: book.of(answer, 'output') } : {},
  };
  return Object.fromEntries(
    Object.entries(statuses).map(([status, description]) => [status, { description, content }]),
  );
}

function refusalsOf({ input, errors, statuses }: Endpoint): Operation['responses'] {
  const takesInput = Object.keys(input.shape).length > 0;
  const codes = [...(takesInput ? (['invalid'] as const) : []), ...errors, ...COMMON_ERRORS];
  const content: Content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  return Object.fromEntries(
    codes
      // A response of the endpoint may have the status of a refusal.
      .filter((code) => !(ERROR_STATUS[code] in statuses))
      .map((code) => [ERROR_STATUS[code], { description: `Error code: ${code}.`, content }]),
  );
}
