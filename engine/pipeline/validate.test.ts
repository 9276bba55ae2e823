import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../actions';
import type { Json } from '../json';
import { probes } from '../testing/probes';
import { failAsTold, randomPipeline, randomSteps } from '../testing/random-pipelines';
import type { DiagnosticCode } from './diagnostic';
import { importPipeline } from './import';
import type { PipelineDocument, StepDocument } from './schema';
import { isRunnable, validate } from './validate';

type Expected = readonly [code: DiagnosticCode, step: string | undefined, path: string];
type Wrong = readonly [
  name: string,
  document: PipelineDocument | StepDocument[],
  expected: readonly Expected[],
];

const step = (
  id: string,
  action: string,
  params: Record<string, unknown>,
  more: object = {},
): StepDocument => ({
  id,
  action,
  params: params as Record<string, Json>,
  ...more,
});
const log = (id: string, more: object = {}): StepDocument => step(id, 'log', { message: 'x' }, more);
/** For values that a person may write although the types forbid them. */
const written = (value: unknown) => value as never;

function problemsOf(document: PipelineDocument | StepDocument[]): Expected[] {
  const whole = Array.isArray(document) ? { steps: document } : document;
  return validate(whole, catalogue.descriptors).map(({ code, step: id, path }) => [code, id, path] as const);
}

const documents: Wrong[] = [
  ['no steps', [], [['empty_pipeline', undefined, 'steps']]],
  ['an empty name', { name: ' ', steps: [log('a')] }, [['invalid_setting', undefined, 'name']]],
  [
    'a name that is too long',
    { name: 'x'.repeat(256), steps: [log('a')] },
    [['invalid_setting', undefined, 'name']],
  ],
  [
    'a param that cannot be read',
    { params: { 'my-param': { type: 'string' } }, steps: [log('a')] },
    [['invalid_parameter', undefined, 'params.my-param']],
  ],
  [
    'a param of an unknown type',
    { params: { n: written({ type: 'date' }) }, steps: [log('a')] },
    [['invalid_parameter', undefined, 'params.n.type']],
  ],
  [
    'a default that is not of its type',
    { params: { n: { type: 'integer', default: 'many' } }, steps: [log('a')] },
    [['invalid_parameter', undefined, 'params.n.default']],
  ],
  [
    'an allowed value that is not of its type',
    { params: { n: { type: 'integer', enum: [1, 'two'] } }, steps: [log('a')] },
    [['invalid_parameter', undefined, 'params.n.enum']],
  ],
  [
    'a time limit of nothing',
    { settings: { timeout_seconds: 0 }, steps: [log('a')] },
    [['invalid_setting', undefined, 'settings.timeout_seconds']],
  ],
  [
    'a time limit after the last date there can be',
    { settings: { timeout_seconds: 1e308 }, steps: [{ ...log('a'), timeout_seconds: 1e308 }] },
    [
      ['invalid_setting', undefined, 'settings.timeout_seconds'],
      ['invalid_setting', 'a', 'timeout_seconds'],
    ],
  ],
  [
    'a time limit in words',
    { settings: { timeout_seconds: written('1h') }, steps: [log('a')] },
    [['invalid_setting', undefined, 'settings.timeout_seconds']],
  ],
  [
    'no place for any step',
    { settings: { max_parallel_steps: 0 }, steps: [log('a')] },
    [['invalid_setting', undefined, 'settings.max_parallel_steps']],
  ],
  [
    'half a place',
    { settings: { max_parallel_steps: 1.5 }, steps: [log('a')] },
    [['invalid_setting', undefined, 'settings.max_parallel_steps']],
  ],
  [
    'a priority above the highest',
    { settings: { priority: 101 }, steps: [log('a')] },
    [['invalid_setting', undefined, 'settings.priority']],
  ],
  [
    'runs kept for no day',
    { settings: { keep_days: 0 }, steps: [log('a')] },
    [['invalid_setting', undefined, 'settings.keep_days']],
  ],
  [
    'a number of kept runs in words',
    { settings: { keep_runs: written('many') }, steps: [log('a')] },
    [['invalid_setting', undefined, 'settings.keep_runs']],
  ],
  [
    'a priority in words',
    { settings: { priority: written('high') }, steps: [log('a')] },
    [['invalid_setting', undefined, 'settings.priority']],
  ],
  [
    'an answer to interruptions that is none',
    { settings: { on_interrupt: written('panic') }, steps: [log('a')] },
    [['invalid_setting', undefined, 'settings.on_interrupt']],
  ],
  [
    'an output of a step that is not there',
    { steps: [log('a')], outputs: { x: '{{steps.b.output.message}}' } },
    [['unknown_step', undefined, 'outputs.x']],
  ],
  [
    'an output that does not parse',
    { steps: [log('a')], outputs: { x: '{{steps.' } },
    [['invalid_expression', undefined, 'outputs.x']],
  ],
  [
    'a secret in an output',
    { steps: [log('a')], outputs: { x: 'key {{secrets.token}}' } },
    [['secret_exposed', undefined, 'outputs.x']],
  ],
];

const steps: Wrong[] = [
  ['an id with a space', [log('my step')], [['invalid_step_id', 'my step', 'id']]],
  ['an empty id', [log('')], [['invalid_step_id', '', 'id']]],
  ['an id that begins with a hyphen', [log('-a')], [['invalid_step_id', '-a', 'id']]],
  ['an id of 101 characters', [log('x'.repeat(101))], [['invalid_step_id', 'x'.repeat(101), 'id']]],
  ['two steps with one id', [log('a'), log('a')], [['duplicate_step_id', 'a', 'id']]],
  ['no action', [step('a', '', {})], [['unknown_action', 'a', 'action']]],
  ['an unknown action', [step('a', 'teleport', {})], [['unknown_action', 'a', 'action']]],
  ['a misspelled action', [step('a', 'lgo', { message: 'x' })], [['unknown_action', 'a', 'action']]],
  [
    'an action called like what every object has',
    [step('a', 'constructor', {})],
    [['unknown_action', 'a', 'action']],
  ],
  [
    'a dependency that is not there',
    [log('a', { depends_on: ['b'] })],
    [['unknown_step', 'a', 'depends_on.0']],
  ],
  ['a dependency on itself', [log('a', { depends_on: ['a'] })], [['self_reference', 'a', 'depends_on.0']]],
  [
    'a condition that does not parse',
    [log('a', { condition: '1 ==' })],
    [['invalid_expression', 'a', 'condition']],
  ],
  [
    'an assignment for a condition',
    [log('a', { condition: 'params.x = 1' })],
    [['invalid_expression', 'a', 'condition']],
  ],
  [
    'a condition on an unknown step',
    [log('a', { condition: 'steps.b.output.x == 1' })],
    [['unknown_step', 'a', 'condition']],
  ],
  [
    'a condition on a param that is not declared',
    [log('a', { condition: 'params.x == 1' })],
    [['unknown_param', 'a', 'condition']],
  ],
  [
    'a condition with an unknown name',
    [log('a', { condition: 'environment == "x"' })],
    [['unknown_name', 'a', 'condition']],
  ],
  [
    'a condition with an unknown function',
    [log('a', { condition: 'fetch("x")' })],
    [['invalid_expression', 'a', 'condition']],
  ],
  [
    'a condition that is no yes or no',
    [log('a', { condition: '"yes"' })],
    [['type_mismatch', 'a', 'condition']],
  ],
  [
    'a secret in a condition',
    [log('a', { condition: 'secrets.token == "x"' })],
    [['secret_exposed', 'a', 'condition']],
  ],
  [
    'a secret in a condition with braces',
    [log('a', { condition: '{{ secrets.token == "x" }}' })],
    [['secret_exposed', 'a', 'condition']],
  ],
  [
    'an attempt too many',
    [log('a', { retry: { max_attempts: 11 } })],
    [['invalid_retry', 'a', 'retry.max_attempts']],
  ],
  ['no attempt', [log('a', { retry: { max_attempts: 0 } })], [['invalid_retry', 'a', 'retry.max_attempts']]],
  [
    'a retry on a failure that is none',
    [log('a', { retry: { retry_on: ['rain'] } })],
    [['invalid_retry', 'a', 'retry.retry_on.0']],
  ],
  [
    'two mistakes in a retry',
    [log('a', { retry: { backoff_multiplier: 0.5, initial_delay_seconds: -1 } })],
    [
      ['invalid_retry', 'a', 'retry.backoff_multiplier'],
      ['invalid_retry', 'a', 'retry.initial_delay_seconds'],
    ],
  ],
  ['a step without time', [log('a', { timeout_seconds: 0 })], [['invalid_setting', 'a', 'timeout_seconds']]],
  [
    'an on_failure that is none',
    [log('a', { on_failure: 'ignore' })],
    [['invalid_setting', 'a', 'on_failure']],
  ],
  [
    'an on_interrupt that is none',
    [log('a', { on_interrupt: 'pray' })],
    [['invalid_setting', 'a', 'on_interrupt']],
  ],
];

const parameters: Wrong[] = [
  ['a parameter missing', [step('a', 'log', {})], [['missing_parameter', 'a', 'params.message']]],
  ['params missing altogether', [{ id: 'a', action: 'log' }], [['missing_parameter', 'a', 'params.message']]],
  [
    'two parameters missing',
    [step('a', 'loop', {})],
    [
      ['missing_parameter', 'a', 'params.items'],
      ['missing_parameter', 'a', 'params.action'],
    ],
  ],
  [
    'an unknown parameter',
    [step('a', 'log', { message: 'x', colour: 'red' })],
    [['unknown_parameter', 'a', 'params.colour']],
  ],
  [
    'a level that is none',
    [step('a', 'log', { message: 'x', level: 'loud' })],
    [['invalid_parameter', 'a', 'params.level']],
  ],
  [
    'a duration in words',
    [step('a', 'wait', { duration: 'long' })],
    [['invalid_parameter', 'a', 'params.duration']],
  ],
  [
    'a duration below nothing',
    [step('a', 'wait', { duration: -1 })],
    [['invalid_parameter', 'a', 'params.duration']],
  ],
  [
    'a duration with text around a template',
    [step('a', 'wait', { duration: '{{1}} s' })],
    [['type_mismatch', 'a', 'params.duration']],
  ],
  [
    'a duration from text',
    [log('b'), step('a', 'wait', { duration: '{{steps.b.output.message}}' })],
    [['type_mismatch', 'a', 'params.duration']],
  ],
  ['an empty address', [step('a', 'http_request', { url: '' })], [['invalid_parameter', 'a', 'params.url']]],
  [
    'a method that is none',
    [step('a', 'http_request', { url: 'http://x', method: 'YELL' })],
    [['invalid_parameter', 'a', 'params.method']],
  ],
  [
    'headers that are a list',
    [step('a', 'http_request', { url: 'http://x', headers: [] })],
    [['invalid_parameter', 'a', 'params.headers']],
  ],
  [
    'a time in the author’s spelling',
    [step('a', 'api_call', { url: 'http://x', timeout: 'soon' })],
    [['invalid_parameter', 'a', 'params.timeout']],
  ],
  [
    'one parameter in two spellings',
    [step('a', 'http_request', { url: 'http://x', timeout: 5, timeout_seconds: 6 })],
    [['duplicate_parameter', 'a', 'params.timeout']],
  ],
  [
    'a template that is not closed',
    [step('a', 'log', { message: '{{params.x' })],
    [['invalid_expression', 'a', 'params.message']],
  ],
  [
    'a template of nothing',
    [step('a', 'log', { message: '{{ }}' })],
    [['invalid_expression', 'a', 'params.message']],
  ],
  [
    'an unknown step in a template',
    [step('a', 'log', { message: '{{steps.b.output.x}}' })],
    [['unknown_step', 'a', 'params.message']],
  ],
  [
    'a field that an output does not have',
    [log('b'), step('a', 'log', { message: '{{steps.b.output.mesage}}' })],
    [['unknown_field', 'a', 'params.message']],
  ],
  [
    'a template that reads its own step',
    [step('a', 'log', { message: '{{steps.a.output.message}}' })],
    [['self_reference', 'a', 'params.message']],
  ],
  [
    'a template deep inside a value',
    [step('a', 'http_request', { url: 'http://x', headers: { Authorization: 'Bearer {{params.token}}' } })],
    [['unknown_param', 'a', 'params.headers.Authorization']],
  ],
  [
    'a secret in a log message',
    [step('a', 'log', { message: 'k {{secrets.k}}' })],
    [['secret_exposed', 'a', 'params.message']],
  ],
  [
    'a secret in an output of the run',
    [step('a', 'set_output', { key: 'k', value: { deep: ['{{secrets.k}}'] } })],
    [['secret_exposed', 'a', 'params.value.deep.0']],
  ],
  [
    'a secret behind a function',
    [step('a', 'log', { message: '{{upper(secrets.k)}}' })],
    [['secret_exposed', 'a', 'params.message']],
  ],
  [
    'a secret in a message that ends the run',
    [step('a', 'fail', { message: '{{secrets["k"]}}' })],
    [['secret_exposed', 'a', 'params.message']],
  ],
  [
    'a secret in a condition to wait for',
    [step('a', 'wait_until', { condition: 'secrets.k != null' })],
    [['secret_exposed', 'a', 'params.condition']],
  ],
  [
    'a secret in the template of a transform',
    [step('a', 'transform', { operation: 'template', template: '{{secrets.k}}', input: 1 })],
    [['secret_exposed', 'a', 'params.template']],
  ],
  [
    'a secret among the items of a loop',
    [step('a', 'loop', { items: 'secrets.list', action: 'log', action_params: { message: 'x' } })],
    [['secret_exposed', 'a', 'params.items']],
  ],
  [
    'a secret in the items of a loop, as a list',
    [step('a', 'loop', { items: ['{{secrets.k}}'], action: 'log', action_params: { message: 'x' } })],
    [['secret_exposed', 'a', 'params.items.0']],
  ],
  [
    'an operation that is none',
    [step('a', 'transform', { operation: 'explode', input: 1 })],
    [['invalid_parameter', 'a', 'params.operation']],
  ],
  [
    'an aggregate of nothing',
    [step('a', 'aggregate', { sources: [] })],
    [['invalid_parameter', 'a', 'params.sources']],
  ],
  [
    'an aggregate of a step that is not there',
    [step('a', 'aggregate', { sources: ['b'] })],
    [['unknown_step', 'a', 'params.sources.0']],
  ],
  [
    'a strategy that is none',
    [log('b'), step('a', 'aggregate', { sources: ['b'], strategy: 'blend' })],
    [['invalid_parameter', 'a', 'params.strategy']],
  ],
  [
    'no iteration',
    [step('a', 'loop', { items: '[1]', action: 'log', action_params: { message: 'x' }, max_iterations: 0 })],
    [['invalid_parameter', 'a', 'params.max_iterations']],
  ],
  [
    'an unknown action in a loop',
    [step('a', 'loop', { items: '[1]', action: 'teleport' })],
    [['unknown_action', 'a', 'params.action']],
  ],
  [
    'a parameter missing for the action in a loop',
    [step('a', 'loop', { items: '[1]', action: 'log', action_params: {} })],
    [['missing_parameter', 'a', 'params.action_params.message']],
  ],
  [
    'a secret logged in a loop',
    [step('a', 'loop', { items: '[1]', action: 'log', action_params: { message: '{{secrets.k}}' } })],
    [['secret_exposed', 'a', 'params.action_params.message']],
  ],
  [
    'item outside a loop',
    [step('a', 'log', { message: '{{item}}' })],
    [['unknown_name', 'a', 'params.message']],
  ],
  [
    'an unknown action as a check',
    [step('a', 'wait_until', { condition: 'true', check: { action: 'teleport' } })],
    [['unknown_action', 'a', 'params.check.action']],
  ],
];

const branches: Wrong[] = [
  [
    'neither condition nor branches',
    [step('a', 'conditional', {})],
    [['missing_parameter', 'a', 'params.condition']],
  ],
  [
    'the same in the other spelling',
    [step('a', 'condition', { on_true: 'b' }), log('b')],
    [['missing_parameter', 'a', 'params.condition']],
  ],
  [
    'a condition to branch on that does not parse',
    [step('a', 'conditional', { condition: '((' })],
    [['invalid_expression', 'a', 'params.condition']],
  ],
  [
    'a target that is not there',
    [step('a', 'conditional', { condition: 'true', on_true: 'zzz' })],
    [['unknown_step', 'a', 'params.on_true']],
  ],
  [
    'one of several targets that is not there',
    [step('a', 'conditional', { condition: 'true', on_true: ['b', 'zzz'] }), log('b')],
    [['unknown_step', 'a', 'params.on_true.1']],
  ],
  [
    'a branch with a condition that does not parse',
    [step('a', 'conditional', { branches: { x: { condition: '=', target_step: 'b' } } }), log('b')],
    [['invalid_expression', 'a', 'params.branches.x.condition']],
  ],
  [
    'a branch to a step that is not there',
    [step('a', 'conditional', { branches: [{ id: 'x', condition: 'true', next_step: 'zzz' }] })],
    [['unknown_step', 'a', 'params.branches.0.next_step']],
  ],
  [
    'a secret in a branch',
    [step('a', 'conditional', { branches: { x: 'secrets.k == "y"' } })],
    [['secret_exposed', 'a', 'params.branches.x']],
  ],
  [
    'a target that is the step itself',
    [step('a', 'conditional', { condition: 'true', on_true: 'a' })],
    [['self_reference', 'a', 'params.on_true']],
  ],
];

const order: Wrong[] = [
  [
    'two steps that wait for each other',
    [log('a', { depends_on: ['b'] }), log('b', { depends_on: ['a'] })],
    [['cycle', 'a', 'depends_on.0']],
  ],
  [
    'two cycles',
    [
      log('a', { depends_on: ['b'] }),
      log('b', { depends_on: ['a'] }),
      log('c', { depends_on: ['d'] }),
      log('d', { depends_on: ['c'] }),
    ],
    [
      ['cycle', 'a', 'depends_on.0'],
      ['cycle', 'c', 'depends_on.0'],
    ],
  ],
  [
    'a cycle by reference',
    [
      step('a', 'log', { message: '{{steps.b.output.message}}' }),
      step('b', 'log', { message: '{{steps.a.output.message}}' }),
    ],
    [['cycle', 'a', 'params.message']],
  ],
  [
    'a value that may be missing, as a warning',
    [
      log('a', { condition: 'true' }),
      log('b'),
      step('c', 'log', { message: '{{steps.a.output.message}}' }, { depends_on: ['b'] }),
    ],
    [['may_be_missing', 'c', 'params.message']],
  ],
  [
    'an output read by the handler of its failure, as a warning',
    [
      log('a'),
      step(
        'b',
        'log',
        { message: '{{steps.a.output.message}}' },
        { condition: "steps.a.status == 'failed'" },
      ),
    ],
    [['may_be_missing', 'b', 'params.message']],
  ],
];

describe.each([
  ['the document', documents],
  ['steps', steps],
  ['parameters', parameters],
  ['branches', branches],
  ['order', order],
] as const)('exactly the problems of %s are found:', (_, corpus) => {
  test.each(corpus)('%s', (_name, document, expected) => {
    expect(problemsOf(document)).toEqual(expected);
  });
});

test('the corpus of invalid documents is large', () => {
  const all = [documents, steps, parameters, branches, order].flat();
  expect(all.length).toBeGreaterThanOrEqual(90);
  expect(
    new Set(all.flatMap(([, , expected]) => expected.map(([code]) => code))).size,
  ).toBeGreaterThanOrEqual(18);
});

describe('every problem', () => {
  const all = [documents, steps, parameters, branches, order].flat();

  test.each(all)('of %s has complete sentences and a range within the text', (_, document) => {
    const whole = Array.isArray(document) ? { steps: document } : document;
    for (const problem of validate(whole, catalogue.descriptors)) {
      expect(problem.message).toMatch(/[.!?]$/);
      if (problem.hint !== undefined) expect(problem.hint).toMatch(/[.?]$/);
      if (!problem.range || problem.step === undefined) continue;
      const target = problem.path.split('.').reduce<unknown>(
        (value, key) => (value as Record<string, unknown> | undefined)?.[key],
        whole.steps.find(({ id }) => id === problem.step),
      );
      expect(typeof target).toBe('string');
      expect(problem.range.end).toBeLessThanOrEqual(String(target).length);
    }
  });
});

describe('there are no problems in', () => {
  const valid: [string, PipelineDocument | StepDocument[]][] = [
    ['one step', [log('a')]],
    [
      'an id with a hyphen, in a template and in a condition',
      [
        log('my-step'),
        step(
          'b',
          'log',
          { message: '{{steps.my-step.output.message}}' },
          { condition: 'steps.my-step.output.message == "x"' },
        ),
      ],
    ],
    ['braces around a condition', [log('a', { condition: '{{ 1 == 1 }}' })]],
    ['an empty condition', [log('a', { condition: '  ' })]],
    [
      'both spellings of a conditional',
      [
        step('a', 'conditional', { condition: 'true', branches: { yes: 'true', no: 'false' } }),
        step('b', 'condition', { condition: 'true', on_true: 'c', on_false: ['d'] }),
        log('c'),
        log('d'),
      ],
    ],
    [
      'branches alone',
      [
        step('a', 'conditional', {
          branches: [
            { id: 'x', label: 'X', condition: 'true', target_step: 'b' },
            { id: 'default', target_step: 'c' },
          ],
        }),
        log('b'),
        log('c'),
      ],
    ],
    [
      'the other spellings',
      [step('a', 'api_call', { url: 'http://x', method: 'PATCH', timeout: 5, body: { a: 1 } })],
    ],
    [
      'a secret where it is sent',
      [step('a', 'http_request', { url: 'http://x', headers: { Authorization: 'Bearer {{secrets.k}}' } })],
    ],
    [
      'a secret sent in a loop',
      [
        step('a', 'loop', {
          items: '[1]',
          action: 'http_request',
          action_params: { url: 'http://x/{{item}}', headers: { k: '{{secrets.k}}' } },
        }),
      ],
    ],
    [
      'a number from a template',
      { params: { n: { type: 'integer' } }, steps: [step('w', 'wait', { duration: '{{params.n}}' })] },
    ],
    [
      'a value guarded by default()',
      [
        log('a', { condition: 'true' }),
        log('b'),
        step('c', 'log', { message: '{{default(steps.a.output.message, "none")}}' }, { depends_on: ['b'] }),
      ],
    ],
    ['notify on failure', [log('a'), log('b', { condition: "steps.a.status == 'failed'" })]],
    [
      'an error that a handler shows',
      [
        log('a'),
        step(
          'b',
          'log',
          { message: '{{steps.a.error.message}}' },
          { condition: "steps.a.status == 'failed'" },
        ),
      ],
    ],
    ['.outputs for .output', [log('a'), step('b', 'log', { message: '{{steps.a.outputs.message}}' })]],
    [
      'a whole retry',
      [
        log('a', {
          retry: {
            max_attempts: 10,
            backoff_multiplier: 1,
            retry_on: ['timeout', 'connection_error'],
            initial_delay_seconds: 0,
            max_delay_seconds: 5,
          },
        }),
      ],
    ],
    [
      'every extra of a step',
      [
        log('a', {
          name: 'A',
          description: '',
          timeout_seconds: 0.5,
          on_failure: 'continue',
          on_interrupt: 'ask',
          disabled: true,
        }),
      ],
    ],
    [
      'every setting',
      {
        name: 'x',
        settings: { timeout_seconds: 1, max_parallel_steps: 1, concurrency: 0, on_interrupt: 'fail' },
        steps: [log('a')],
      },
    ],
    ['unknown keys', { 'x-team': 'ops', steps: [log('a', { 'x-note': 1 })] }],
    [
      'items as a list, an expression, and a template',
      ['[1, 2]', '{{[1, 2]}}', [1, 2]].map((items, n) =>
        step(`l${n}`, 'loop', { items, action: 'log', action_params: { message: '{{item}} {{index}}' } }),
      ),
    ],
    [
      'a wait that checks',
      [
        step('a', 'wait_until', {
          condition: 'check.output.status_code == 200 && polls < 9',
          check: { action: 'http_request', params: { url: 'http://x/{{item}}' } },
        }),
      ],
    ],
    ['layout with steps that are gone', { steps: [log('a')], layout: { steps: { gone: { x: 0, y: 0 } } } }],
    [
      'outputs of the pipeline',
      { steps: [log('a')], outputs: { x: '{{steps.a.output.message}}', y: 1, z: { deep: ['{{now}}'] } } },
    ],
    [
      'a merge of parallel steps',
      [log('a'), log('b'), step('c', 'aggregate', { sources: ['a', 'b'], strategy: 'concat' })],
    ],
    [
      'a param of every type',
      {
        params: {
          s: {} as never,
          i: { type: 'integer', default: '5' },
          a: { type: 'array', default: [] },
          o: { type: 'object', default: {} },
          b: { type: 'boolean', enum: [true] },
        },
        steps: [log('a', { condition: 'params.b && size(params.a) > 0' })],
      },
    ],
  ];

  test.each(valid)('%s', (_, document) => {
    expect(problemsOf(document)).toEqual([]);
  });

  const folders = ['../testing/golden/', '../../lib/starters/'];
  const files = folders.flatMap((folder) => {
    const path = fileURLToPath(new URL(folder, import.meta.url));
    return readdirSync(path)
      .filter((name) => name.endsWith('.json'))
      .map((name) => [name, readFileSync(path + name, 'utf8')] as const);
  });

  test.each(files)('%s', (_, text) => {
    const value: { pipeline?: unknown } = JSON.parse(text);
    const imported = importPipeline(JSON.stringify(value.pipeline ?? value));
    expect(imported.ok && isRunnable(validate(imported.document, catalogue.descriptors))).toBe(true);
  });

  test('random runnable pipelines', () => {
    const { catalogue: using } = probes(failAsTold);
    fc.assert(
      fc.property(randomSteps(10), (random) => {
        expect(isRunnable(validate(randomPipeline(random), using.descriptors))).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});

test('validation never throws for any value in any place', () => {
  const anything = fc.jsonValue({ maxDepth: 3 });
  const wild = fc.oneof(
    anything,
    fc.constantFrom(
      '{{',
      '}}',
      '{{steps.a.output',
      'steps.',
      '{{item}}',
      '{{secrets.x}}',
      '__proto__',
      'constructor',
    ),
  );
  const wildStep = fc.record({
    id: fc.oneof(fc.constantFrom('a', 'b', '__proto__'), fc.string()),
    action: fc.oneof(
      fc.constantFrom(...catalogue.descriptors.all.map(({ type }) => type), 'constructor'),
      fc.string(),
    ),
    params: fc.dictionary(
      fc.oneof(
        fc.constantFrom(
          'condition',
          'branches',
          'items',
          'action',
          'action_params',
          'check',
          'sources',
          'url',
          'message',
        ),
        fc.string(),
      ),
      wild,
    ),
    depends_on: fc.array(fc.constantFrom('a', 'b', 'zzz', '__proto__'), { maxLength: 2 }),
    condition: fc.oneof(fc.constantFrom('steps.a.status', '{{', 'secrets.x'), fc.string()),
    retry: fc.dictionary(fc.constantFrom('max_attempts', 'backoff_multiplier'), anything),
    timeout_seconds: anything,
    on_failure: anything,
    disabled: anything,
  });
  fc.assert(
    fc.property(
      fc.array(wildStep, { maxLength: 4 }),
      fc.dictionary(fc.string(), wild),
      (wildSteps, outputs) => {
        const imported = importPipeline(JSON.stringify({ steps: wildSteps, outputs }));
        if (!imported.ok) return;
        expect(Array.isArray(validate(imported.document, catalogue.descriptors))).toBe(true);
      },
    ),
    { numRuns: 500 },
  );
}, 60_000);
