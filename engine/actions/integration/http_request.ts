import { z } from 'zod';
import { defineAction } from '../../action';
import { ActionError } from '../../errors';
import { anyJson, keyValue, seconds, url } from '../../fields';
import { encodeBody, readBody } from './http_body';
import { expectationSchema, isExpected, writeExpectation } from './http_status';

const params = z.object({
  url: url().describe('Where the request goes.'),
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD']).default('GET').describe('HTTP method.'),
  headers: keyValue().default({}).describe('Request headers. Write credentials as {{secrets.<name>}}.'),
  body: anyJson()
    .optional()
    .describe('Sent as JSON with POST, PUT and PATCH, and with DELETE when given; text is sent as it is.'),
  timeout_seconds: seconds().default(30).describe('Gives up after this long, redirects included.'),
  expect_status: expectationSchema
    .optional()
    .describe('Statuses that count as success, such as 2xx or 200, 404; any other fails the step.'),
});

/** Calls an HTTP service. An answer of any status is a success unless `expect_status` says otherwise. Specification 4.5. */
export const httpRequest = defineAction({
  type: 'http_request',
  title: 'HTTP request',
  description: 'Send a request to a URL and keep the answer.',
  icon: 'http_request',
  sentence: '{method} {url}[, expect {expect_status}]',
  category: 'integration',
  aliases: ['api_call'],
  spellings: { timeout: 'timeout_seconds' },
  effect: { by: 'method', of: { GET: 'read', HEAD: 'read' }, otherwise: 'write' },
  idempotent: {
    by: 'method',
    of: { GET: true, HEAD: true, PUT: true, DELETE: true },
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
    ],
    failures: {
      timeout: 'no whole answer came in time.',
      connection_error: 'there is no such host, it refused, or the connection broke.',
      http_status: 'the status is not one of expect_status; without it, no status is a failure.',
      rejected: 'the address may not be called, or the answer is too large.',
      invalid_params: 'the URL or a header cannot be sent as written.',
    },
    notes: [
      'Every attempt of a step carries the same Idempotency-Key, so that a service can tell a repetition.',
    ],
  },

  output: z.object({
    status_code: z.int().describe('HTTP status.'),
    response_body: anyJson().describe('Parsed when the answer is JSON, otherwise text.'),
    headers: z.record(z.string(), z.string()).describe('Answer headers, names in lower case.'),
  }),

  async run(given, ctx) {
    const { method } = given;
    const target = parseTarget(given.url);
    const { headers, body } = encodeBody({ ...given, headers: parseHeaders(given.headers) });
    if (given.body !== undefined && body === undefined) {
      ctx.log.warning(`The body was not sent: ${method} carries none.`);
    }

    const response = await ctx.http({
      url: target.href,
      method,
      headers: { 'idempotency-key': ctx.idempotencyKey, ...headers },
      ...(body === undefined ? {} : { body }),
      signal: ctx.deadline(given.timeout_seconds),
    });
    const summary = `${method} ${target.host} answered ${response.status}`;
    if (given.expect_status !== undefined && !isExpected(response.status, given.expect_status)) {
      throw new ActionError('http_status', `${summary}, expected ${writeExpectation(given.expect_status)}.`, {
        code: String(response.status),
      });
    }
    ctx.log.info(summary);
    return {
      status_code: response.status,
      response_body: readBody(response),
      headers: { ...response.headers },
    };
  },
});

/** The message never repeats what was written: it may hold a secret. */
function parseTarget(written: string): URL {
  if (!URL.canParse(written)) {
    throw invalid('url', 'params.url is not a URL; it starts with http:// or https://.');
  }
  const target = new URL(written);
  if (target.protocol !== 'http:' && target.protocol !== 'https:') {
    throw invalid('url', `params.url uses ${target.protocol}; only http: and https: can be called.`);
  }
  if (target.username !== '' || target.password !== '') {
    throw invalid(
      'url',
      'params.url holds a user name or password; send an Authorization header from a secret instead.',
    );
  }
  return target;
}

// RFC 9110, sections 5.1 and 5.5: a token, and text without control characters.
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_VALUE = /^[\t\u0020-\u007e\u0080-\u00ff]*$/;

/** Header names in lower case, so that an author's own wins over ours. */
function parseHeaders(written: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(written).map(([name, value]) => {
      if (!HEADER_NAME.test(name)) {
        throw invalid(
          'headers',
          `“${name}” cannot be the name of a header; use letters, digits and hyphens.`,
        );
      }
      const text = value.trim();
      if (!HEADER_VALUE.test(text)) {
        throw invalid(
          'headers',
          `The header ${name} holds a line break or a character that headers cannot carry.`,
        );
      }
      return [name.toLowerCase(), text];
    }),
  );
}

function invalid(param: string, message: string): ActionError {
  return new ActionError('invalid_params', message, { path: `params.${param}` });
}
