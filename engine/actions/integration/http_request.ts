import { z } from 'zod';
import { defineAction } from '../../action';
import { ActionError } from '../../errors';
import { anyJson, keyValue, seconds, url } from '../../fields';
import { isJsonObject, type Json } from '../../json';
import type { HttpResponse } from '../../ports';
import { STORED_PATH } from '../../stored-file';
import { RESPONSE_FORMATS, readBody, sampleOf } from './http_answer';
import { encodeBody } from './http_body';
import { parseHeaders } from './http_headers';
import { expectationSchema, isExpected, writeExpectation } from './http_status';
import { parseTarget } from './http_target';
import { retryAfterOf } from './retry_after';

/** Largest timeout of a request, in seconds. */
const MAX_SECONDS = 300;
/** Largest response, in bytes. */
const MAX_BYTES = 10_000_000;

/** A stored file by its path, or as the object in outputs. */
const storedFile = z.preprocess(
  (value: Json | undefined) => (isJsonObject(value) ? value.path : value),
  z.string().regex(STORED_PATH, 'Enter the path from an output (files/…)'),
);

const params = z.object({
  url: url().describe('URL of the request.'),
  method: z
    .enum(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'])
    .default('GET')
    .meta({ usual: true })
    .describe('HTTP method.'),
  headers: keyValue().default({}).describe('Request headers. Use {{secrets.<name>}} for credentials.'),
  body: anyJson()
    .optional()
    .describe(
      'Request body for POST, PUT, PATCH and DELETE. Objects are sent as JSON, or as a form when the header Content-Type is application/x-www-form-urlencoded; text is sent unchanged.',
    ),
  timeout_seconds: seconds()
    .max(MAX_SECONDS)
    .default(30)
    .describe('Timeout, redirects included; at most 300. The step fails when it is exceeded.'),
  expect_status: expectationSchema
    .meta({ variant: 'added', usual: true })
    .optional()
    .describe(
      'Statuses that count as success, for example 2xx or 200, or a list. Any other status fails the step.',
    ),
  query: keyValue()
    .meta({ variant: 'added' })
    .default({})
    .describe('Query parameters, encoded and added to the URL.'),
  body_file: storedFile
    .meta({ variant: 'added' })
    .optional()
    .describe('Stored file to send as the body: a file from an output, or its path.'),
  connect_timeout_seconds: seconds()
    .max(MAX_SECONDS)
    .meta({ variant: 'added' })
    .optional()
    .describe('Connection timeout. Default: 10.'),
  follow_redirects: z
    .boolean()
    .meta({ variant: 'added' })
    .default(true)
    .describe('Follow up to 5 redirects. Otherwise the redirect is the response.'),
  response_format: z
    .enum(RESPONSE_FORMATS)
    .meta({
      variant: 'added',
      labels: { auto: 'Automatic', json: 'JSON', text: 'Text', file: 'Stored file' },
    })
    .default('auto')
    .describe(
      'Format of response_body. auto: JSON is parsed, text stays text, anything else becomes a stored file.',
    ),
  max_response_bytes: z
    .int()
    .min(1)
    .max(MAX_BYTES)
    .meta({ variant: 'added', unit: 'bytes' })
    .optional()
    .describe(
      'Maximum size of the decompressed response. The step fails when it is exceeded. Default: 10,000,000.',
    ),
});

/**
 * Calls an HTTP service. A response with any status is a success unless `expect_status` is given. docs/rules.md,
 * section 7.7.
 */
export const httpRequest = defineAction({
  type: 'http_request',
  title: 'HTTP request',
  description: 'Send an HTTP request and read the response.',
  icon: 'http_request',
  sentence: '{method} {url}[, expect {expect_status}]',
  ledger: { one: '{method}', many: '{method}s', to: 'url' },
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
      { title: 'GET request', step: { id: 'check', params: { url: 'https://example.org/health' } } },
      {
        title: 'JSON with a credential and retries',
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
        title: 'Download a file',
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
      timeout: 'the response was not complete before the timeout.',
      connection_error: 'the host was not found, refused the connection, or closed it.',
      http_status: 'the status is not in expect_status. Without expect_status every status is a success.',
      rejected:
        'the address is blocked, a secret is not allowed for the host, or the response is too large, too deep or not in the format of response_format.',
      invalid_params: 'the URL or a header is invalid, or the stored file does not exist.',
      storage_full: 'the storage is full and cannot store the response as a file.',
    },
    notes: [
      'All attempts of a step send the same Idempotency-Key, so that services can recognize duplicates.',
      'Runs with a trace send its traceparent and tracestate, unless headers sets them.',
      'A stored file is an object with path, name, content_type, size and sha256. Use the path in body_file, or in attachments of an email.',
      'Redirects to another origin drop credentials and all headers that are not known to be safe.',
      'When a failed response has a Retry-After of up to 300 seconds, the next attempt waits that long.',
    ],
  },

  output: z.object({
    status_code: z.int().describe('HTTP status.'),
    response_body: anyJson().describe(
      'Response body: parsed JSON, text, or a stored file with path, name, content_type, size and sha256.',
    ),
    headers: z.record(z.string(), z.string()).describe('Response headers, names in lower case.'),
  }),

  warning({ status_code, headers }, { expect_status }) {
    if (status_code < 400 || expect_status !== undefined) return undefined;
    const type = headers['content-type'];
    const body = type === undefined ? '' : ` (${type.split(';')[0]})`;
    return {
      kind: 'http_status',
      code: String(status_code),
      message: `The response has status ${status_code}${body}.`,
    };
  },

  async run(given, ctx) {
    const { method, connect_timeout_seconds, max_response_bytes } = given;
    const target = parseTarget(given.url, given.query);
    const written = { ...given, headers: parseHeaders(given.headers, target) };
    const { headers, body } = await encodeBody(written, ctx);

    const response = await ctx.http({
      url: target.href,
      method,
      headers: { 'idempotency-key': ctx.idempotencyKey, ...ctx.traceHeaders, ...headers },
      signal: ctx.deadline(given.timeout_seconds),
      ...(body === undefined ? {} : { body }),
      ...(connect_timeout_seconds === undefined ? {} : { connectTimeoutSeconds: connect_timeout_seconds }),
      ...(max_response_bytes === undefined ? {} : { limitBytes: max_response_bytes }),
      ...(given.follow_redirects ? {} : { maxRedirects: 0 }),
    });
    const summary = `${method} ${target.host} returned ${response.status}`;
    if (given.expect_status !== undefined && !isExpected(response.status, given.expect_status)) {
      const sample = sampleOf(response);
      if (sample !== '') ctx.log.warning(`The response starts with: ${sample}`);
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
