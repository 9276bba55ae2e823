import { z } from 'zod';
import { defineAction } from '../../action';
import { ActionError } from '../../errors';
import { anyJson, keyValue, seconds, url } from '../../fields';
import { isJsonObject, type Json } from '../../json';
import type { HttpResponse } from '../../ports';
import { RESPONSE_FORMATS, readBody, sampleOf } from './http_answer';
import { encodeBody } from './http_body';
import { parseHeaders } from './http_headers';
import { expectationSchema, isExpected, writeExpectation } from './http_status';
import { parseTarget } from './http_target';
import { retryAfterOf } from './retry_after';

/** Longest time that a request may be given, in seconds. */
const MAX_SECONDS = 300;
/** Largest answer, in bytes. */
const MAX_BYTES = 10_000_000;

/** A stored file by its path, or whole, as outputs name it. */
const storedFile = z.preprocess(
  (value: Json | undefined) => (isJsonObject(value) ? value.path : value),
  z.string().regex(/^files\/[0-9a-f]{64}$/, 'Write the path that an output gives (files/…)'),
);

const params = z.object({
  url: url().describe('Where the request goes.'),
  method: z
    .enum(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'])
    .default('GET')
    .describe('HTTP method.'),
  headers: keyValue().default({}).describe('Request headers. Write credentials as {{secrets.<name>}}.'),
  body: anyJson()
    .optional()
    .describe(
      'Sent as JSON with POST, PUT and PATCH, and with DELETE when given; text is sent as it is, and an object as a form when the header Content-Type is application/x-www-form-urlencoded.',
    ),
  timeout_seconds: seconds()
    .max(MAX_SECONDS)
    .default(30)
    .describe('Gives up after this long, redirects included; 300 at most.'),
  expect_status: expectationSchema
    .meta({ variant: 'added' })
    .optional()
    .describe(
      'Statuses that count as success, such as 2xx or 200, several as a list; any other fails the step.',
    ),
  query: keyValue()
    .meta({ variant: 'added' })
    .default({})
    .describe('Added to the URL as its query, encoded as it must be.'),
  body_file: storedFile
    .meta({ variant: 'added' })
    .optional()
    .describe('A stored file to send as the body: a whole file as an output gives it, or its path.'),
  connect_timeout_seconds: seconds()
    .max(MAX_SECONDS)
    .meta({ variant: 'added' })
    .optional()
    .describe('Gives up when there is no connection after this long; 10 when not given.'),
  follow_redirects: z
    .boolean()
    .meta({ variant: 'added' })
    .default(true)
    .describe('Goes where the answer redirects, up to 5 times; otherwise the redirect is the answer.'),
  response_format: z
    .enum(RESPONSE_FORMATS)
    .meta({
      variant: 'added',
      labels: { auto: 'As it comes', json: 'JSON', text: 'Text', file: 'Stored file' },
    })
    .default('auto')
    .describe(
      'What response_body is. auto: JSON is parsed, text stays text, anything else becomes a stored file.',
    ),
  max_response_bytes: z
    .int()
    .min(1)
    .max(MAX_BYTES)
    .meta({ variant: 'added', unit: 'bytes' })
    .optional()
    .describe('Fails when the answer is larger than this, decompressed; 10,000,000 when not given.'),
});

/** Calls an HTTP service. An answer of any status is a success unless `expect_status` says otherwise. docs/rules.md, section 7.7. */
export const httpRequest = defineAction({
  type: 'http_request',
  title: 'HTTP request',
  description: 'Send a request to a URL and keep the answer.',
  icon: 'http_request',
  sentence: '{method} {url}[, expect {expect_status}]',
  category: 'integration',
  aliases: ['api_call'],
  spellings: { timeout: 'timeout_seconds' },
  effect: { by: 'method', of: { GET: 'read', HEAD: 'read', OPTIONS: 'read' }, otherwise: 'write' },
  idempotent: {
    by: 'method',
    of: { GET: true, HEAD: true, OPTIONS: true, PUT: true, DELETE: true },
    otherwise: false,
  },
  params,

  docs: {
    variants: { a: 'http_request', b: 'api_call' },
    examples: [
      { title: 'Read a page', step: { id: 'check', params: { url: 'https://example.org/health' } } },
      {
        title: 'Send JSON with a credential, again when nobody answers',
        step: {
          id: 'ask',
          params: {
            url: '{{params.base_url}}/v1/score',
            method: 'POST',
            headers: { Authorization: 'Bearer {{secrets.service_key}}' },
            body: { text: '{{params.text}}' },
            timeout_seconds: 15,
            expect_status: '2xx',
          },
          retry: { max_attempts: 3, retry_on: ['timeout', 'connection_error'] },
        },
      },
      {
        title: 'Fetch a file and keep it',
        step: {
          id: 'report',
          params: {
            url: 'https://example.org/reports/latest',
            query: { format: 'pdf', team: '{{params.team}}' },
            expect_status: 200,
            response_format: 'file',
          },
        },
      },
    ],
    failures: {
      timeout: 'no whole answer came in time.',
      connection_error: 'there is no such host, it refused, or the connection broke.',
      http_status: 'the status is not one of expect_status; without it, no status is a failure.',
      rejected:
        'the address may not be called, a secret may not go there, or the answer is too large, too deep or not what response_format says.',
      invalid_params: 'the URL or a header cannot be sent as written, or there is no such stored file.',
      storage_full: 'there is no room for the answer as a stored file.',
    },
    notes: [
      'Every attempt of a step carries the same Idempotency-Key, so that a service can tell a repetition.',
      'A stored file is an object with path, name, content_type, size and sha256. The path goes into body_file here and into attachments of an email.',
      'On the way to another origin, a redirect takes along neither credentials nor headers that are not known to be harmless.',
      'When a failing answer has a Retry-After of up to 300 seconds, the next attempt waits that long.',
    ],
  },

  output: z.object({
    status_code: z.int().describe('HTTP status.'),
    response_body: anyJson().describe(
      'The answer: parsed JSON, text, or a stored file with path, name, content_type, size and sha256.',
    ),
    headers: z.record(z.string(), z.string()).describe('Answer headers, names in lower case.'),
  }),

  async run(given, ctx) {
    const { method, connect_timeout_seconds, max_response_bytes } = given;
    const target = parseTarget(given.url, given.query);
    const written = { ...given, headers: parseHeaders(given.headers, target) };
    const { headers, body } = await encodeBody(written, ctx);

    const response = await ctx.http({
      url: target.href,
      method,
      headers: { 'idempotency-key': ctx.idempotencyKey, ...headers },
      signal: ctx.deadline(given.timeout_seconds),
      ...(body === undefined ? {} : { body }),
      ...(connect_timeout_seconds === undefined ? {} : { connectTimeoutSeconds: connect_timeout_seconds }),
      ...(max_response_bytes === undefined ? {} : { limitBytes: max_response_bytes }),
      ...(given.follow_redirects ? {} : { maxRedirects: 0 }),
    });
    const summary = `${method} ${target.host} answered ${response.status}`;
    if (given.expect_status !== undefined && !isExpected(response.status, given.expect_status)) {
      const sample = sampleOf(response);
      if (sample !== '') ctx.log.warning(`The answer begins: ${sample}`);
      throw unexpected(response, `${summary}, expected ${writeExpectation(given.expect_status)}.`);
    }
    ctx.log.info(summary);
    return {
      status_code: response.status,
      response_body: await readBody(response, target, given.response_format, ctx),
      headers: { ...response.headers },
    };
  },
});

function unexpected({ status, headers }: HttpResponse, message: string): ActionError {
  const retryAfter = retryAfterOf(headers, new Date());
  return new ActionError('http_status', message, {
    code: String(status),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });
}
