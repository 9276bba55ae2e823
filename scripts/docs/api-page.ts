import { COMMON_ERRORS } from '../../lib/contracts/endpoint';
import { ERROR_STATUS } from '../../lib/contracts/errors';
import type { OpenApiDocument, Operation } from '../../lib/contracts/openapi';
import type { JsonSchemaObject } from '../../lib/contracts/openapi-schemas';
import { code, table, text } from './escape';

const MARK =
  '<!-- Written by `npm run docs` from the endpoints in lib/contracts/endpoints: change them, not this page. -->';

const INTRODUCTION = [
  'Every endpoint of the server, with its input and response. [openapi.json](openapi.json) has the schemas; a running server returns the same document at `GET /api/v1/openapi.json`.',
  'A request names the server in `Host`. A request that changes something comes from a page of this server, or from a program that sends `content-type: application/json` and no `Origin`. A refusal is JSON: `code`, `message`, and `details` for some codes; any request may be refused with 403 `forbidden`, 500 `internal` or 503 `unavailable`. Fields that the server does not know are refused in a body and ignored in a query.',
];

interface Listed {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** The reference of the HTTP API. */
export function apiPage({ paths, tags }: OpenApiDocument): string {
  const all = Object.entries(paths).flatMap(([path, methods]): Listed[] =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const sections = tags.map(({ name }) => {
    const own = all.filter(({ operation }) => operation.tags.includes(name));
    return [`## ${name.charAt(0).toUpperCase()}${name.slice(1)}`, ...own.map(section)].join('\n\n');
  });
  return `${[MARK, '# HTTP API', ...INTRODUCTION, ...sections].join('\n\n')}\n`;
}

/** Statuses that any request may be refused with. */
const COMMON = new Set(COMMON_ERRORS.map((name) => String(ERROR_STATUS[name])));

function section({ method, path, operation }: Listed): string {
  const rows = inputRows(operation);
  const answers = Object.entries(operation.responses).filter(
    ([status, { description }]) => !(COMMON.has(status) && description.startsWith('Refused')),
  );
  return [
    `### ${method} ${code(path)}`,
    operation.summary,
    ...(rows.length > 0 ? [table(['Field', 'In', 'Type', 'Required'], rows)] : []),
    table(
      ['Status', 'Meaning'],
      answers.map(([status, { description }]) => [status, text(description)]),
    ),
  ].join('\n\n');
}

function inputRows({ parameters, requestBody }: Operation): string[][] {
  const body: JsonSchemaObject = requestBody?.content['application/json']?.schema ?? {};
  const required: readonly unknown[] = Array.isArray(body.required) ? body.required : [];
  const inBody = Object.entries<JsonSchemaObject>(Object(body.properties));
  return [
    ...parameters.map((each) => row(each.name, each.in, each.schema, each.required)),
    ...inBody.map(([name, schema]) => row(name, 'body', schema, required.includes(name))),
  ];
}

function row(name: string, place: string, schema: JsonSchemaObject, isRequired: boolean): string[] {
  return [code(name), place, typeText(schema), isRequired ? 'yes' : 'no'];
}

function typeText(schema: JsonSchemaObject): string {
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => code(String(value))).join(', ');
  if (schema.const !== undefined) return code(String(schema.const));
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  if (typeof schema.type === 'string') return schema.type;
  return Array.isArray(schema.anyOf) || Array.isArray(schema.oneOf) ? 'object' : 'JSON';
}
