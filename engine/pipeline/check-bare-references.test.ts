import { expect, test } from 'vitest';
import { catalogue } from '../actions';
import type { Json, JsonObject } from '../json';
import type { PipelineDocument } from './schema';
import { validate } from './validate';

/** The hints about bare references in a parameter of the second step, or in an output. */
function hintsOf(value: Json, action = 'set_output', outputs?: JsonObject) {
  const params: JsonObject =
    action === 'set_output' ? { key: 'x', value } : { url: 'https://service.test', headers: value };
  const document: PipelineDocument = {
    params: { region: { type: 'string' } },
    steps: [
      { id: 'get', action: 'http_request', params: { url: 'https://service.test' } },
      { id: 'read', action, params },
    ],
    ...(outputs === undefined ? {} : { outputs }),
  };
  return validate(document, catalogue.descriptors)
    .filter(({ code }) => code === 'bare_reference')
    .map(({ path, hint, severity }) => `${severity} ${path}: ${hint}`);
}

test.each([
  ['steps.get.output.response_body', 'steps.get.output.response_body'],
  ['  params.region ', 'params.region'],
  ['secrets.token', 'secrets.token'],
  ['get.response_body', 'steps.get.output.response_body'],
  ['get.response_body[0].name', 'steps.get.output.response_body[0].name'],
])('%j as text is a reference without braces', (written, full) => {
  expect(hintsOf(written)).toEqual([`warning params.value: Write {{${full}}} for the value.`]);
});

test.each([
  '{{steps.get.output.response_body}}',
  'read steps.get.output.response_body',
  'steps.other.output.response_body',
  'params.unknown',
  'get.example',
  'get',
  'example.org',
  'a.b - c',
])('%j is text', (written) => expect(hintsOf(written)).toEqual([]));

test('references without braces are found inside headers and lists', () => {
  expect(hintsOf({ authorization: 'secrets.token' }, 'http_request')).toEqual([
    'warning params.headers.authorization: Write {{secrets.token}} for the value.',
  ]);
  expect(hintsOf(['x', 'params.region'])).toEqual([
    'warning params.value.1: Write {{params.region}} for the value.',
  ]);
});

test('an output of the pipeline is checked too', () => {
  expect(hintsOf('x', 'set_output', { code: 'get.status_code' })).toEqual([
    'warning outputs.code: Write {{steps.get.output.status_code}} for the value.',
  ]);
});

test('a field that is an expression needs no braces', () => {
  const document: PipelineDocument = {
    steps: [
      { id: 'get', action: 'http_request', params: { url: 'https://service.test' } },
      {
        id: 'each',
        action: 'loop',
        params: { items: 'steps.get.output.response_body', action: 'log', action_params: { message: 'x' } },
      },
    ],
  };
  expect(validate(document, catalogue.descriptors)).toEqual([]);
});
