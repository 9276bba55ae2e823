import { describe, expect, it } from 'vitest';
import { catalogue } from '../actions';
import { completions } from '../expression';
import type { Json } from '../json';
import { observeShape } from '../observe';
import { buildGraph } from './graph';
import { normalize } from './normalize';
import type { ObservedOutputs } from './observed';
import type { PipelineDocument } from './schema';
import { typeScope } from './type-scope';
import { validate } from './validate';

const { descriptors } = catalogue;

/** The output of run 7: by default a response with a list of models. */
function seen(
  response_body: Json = { models: [{ id: 1, name: 'a' }, { id: 2 }], total: 2 },
): ObservedOutputs {
  const output = { status_code: 200, response_body, headers: { 'content-type': 'application/json' } };
  return { get: { run: 7, shape: observeShape(output) } };
}

function reading(expression: string): PipelineDocument {
  return {
    name: 'p',
    steps: [
      { id: 'get', action: 'http_request', params: { url: 'https://service.test' } },
      { id: 'next', action: 'set_output', params: { key: 'k', value: `{{${expression}}}` } },
    ],
  };
}

const problems = (expression: string, observed = seen()) =>
  validate(reading(expression), descriptors, { observed }).map(({ severity, message, hint }) => ({
    severity,
    message,
    hint,
  }));

/** The suggestions at the end of a text. */
function offered(text: string, observed = seen()) {
  const graph = buildGraph(normalize(reading('now'), descriptors), descriptors);
  const scope = { ...typeScope(graph, observed), steps: ['get'] };
  return completions(text, text.length, scope).options.map(({ label, detail }) => [label, detail]);
}

describe('completion below a value of unknown type', () => {
  it('suggests the keys that a run returned, with the number of the run', () => {
    expect(offered('steps.get.output.response_body.')).toEqual([
      ['models', 'list of object, seen in run #7'],
      ['total', 'integer, seen in run #7'],
    ]);
  });

  it('reads items of lists, by literal and computed index', () => {
    const fields = ['id', 'name'];
    expect(offered('steps.get.output.response_body.models[0].').map(([name]) => name)).toEqual(fields);
    expect(
      offered('steps.get.output.response_body[0].', seen([{ id: 1, name: 'a' }])).map(([name]) => name),
    ).toEqual(fields);
  });

  it('suggests keys of a declared record, such as headers', () => {
    expect(offered('steps.get.output.headers["').map(([name]) => name)).toEqual(['content-type']);
  });

  it('keeps declared fields', () => {
    expect(offered('steps.get.output.')).toEqual([
      ['status_code', 'integer'],
      ['response_body', 'object, seen in run #7'],
      ['headers', 'object'],
    ]);
  });

  it('suggests nothing without a run', () => {
    expect(offered('steps.get.output.response_body.', {})).toEqual([]);
  });
});

describe('checking below a value of unknown type', () => {
  it('warns about a key that the run did not return, and suggests a similar one', () => {
    expect(problems('steps.get.output.response_body.modles')).toEqual([
      {
        severity: 'warning',
        message: 'steps.get.output.response_body had no modles in run #7.',
        hint: 'Did you mean steps.get.output.response_body.models?',
      },
    ]);
    expect(problems('steps.get.output.response_body.models[0].size')).toMatchObject([
      { severity: 'warning', hint: expect.stringContaining('Fields: id, name.') },
    ]);
  });

  it.each([
    'steps.get.output.response_body.total',
    'steps.get.output.response_body.models[0].name',
    'steps.get.output.headers["x-other"]',
    'default(steps.get.output.response_body.other, 1)',
    'steps.get.output.response_body.total == "two"',
    'steps.get.output.response_body.total.deeper',
    'steps.get.output.response_body.total + 1 > steps.get.output.response_body.models',
    'lower(steps.get.output.response_body.total)',
  ])('does not report %s', (expression) => {
    expect(problems(expression)).toEqual([]);
  });

  it.each<[string, Json]>([
    ['an empty object', {}],
    ['a list', [1, 2]],
    ['a text', 'hello'],
    ['nothing', null],
    ['an object with too many keys', Object.fromEntries(Array.from({ length: 99 }, (_, n) => [`k${n}`, n]))],
  ])('says nothing when the run gave %s', (_, body) => {
    expect(problems('steps.get.output.response_body.anything', seen(body))).toEqual([]);
  });

  it('still finds problems of declared fields', () => {
    expect(problems('steps.get.output.status_cod')).toMatchObject([{ severity: 'error' }]);
  });

  it('drops the observed fields of a step whose output changed', () => {
    const document = reading('steps.get.output.result.anything');
    document.steps[0] = { id: 'get', action: 'transform', params: { operation: 'keys', input: {} } };
    expect(validate(document, descriptors, seen())).toEqual([]);
  });
});

describe('a step that the run skipped', () => {
  const document = reading('steps.get.output.response_body.version');
  const failed = seen({ error: 'unavailable' });

  it('is not warned of a field that this run did not return', () => {
    expect(validate(document, descriptors, { observed: failed, skipped: { next: 7 } })).toEqual([]);
  });

  it('is warned when it ran, or an older run skipped it', () => {
    const others: Readonly<Record<string, number>>[] = [{}, { next: 6 }, { get: 7 }];
    for (const skipped of others) {
      const [problem] = validate(document, descriptors, { observed: failed, skipped });
      expect(problem?.message).toContain('run #7');
    }
  });
});
