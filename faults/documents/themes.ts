import type { Json, JsonObject } from '@/engine';
import type { Random } from '../random';
import { chance, hostileValue, oddValue, scaled } from './sizes';

/** Generates steps for one kind of attack. */
type Theme = (random: Random, id: string) => JsonObject[];

const step = (id: string, action: string, params: JsonObject): JsonObject => ({ id, action, params });

const request = (id: string): JsonObject =>
  step(id, 'http_request', { url: 'https://example.org/', expect_status: '2xx' });

/** Expressions that contain a value twice. */
const DOUBLINGS: readonly ((before: string) => Json)[] = [
  (before) => [`{{${before}}}`, `{{${before}}}`],
  (before) => ({ a: `{{${before}}}`, b: [`{{${before}}}`] }),
  (before) => `{{[${before}, ${before}]}}`,
  (before) => `{{{"a": ${before}, "b": ${before}}}}`,
  (before) => `{{[${before}] + [${before}]}}`,
  (before) => `{{string(${before})}}{{string(${before})}}`,
  (before) => `{{json(json(${before}))}}`,
  (before) => [`{{${before}}}`],
  (before) => Array(50).fill(`{{${before}}}`),
];

/** A chain in which each step doubles or wraps the previous output. */
const doubling: Theme = (random, id) => {
  const double = random.pick(DOUBLINGS);
  const length = chance(random, 0.05) ? random.between(20, 60) : random.between(2, 12);
  const first: Json = random.pick<Json>([[1], 'ab', { a: 1 }, '{{params.p}}', '{{params.q}}']);
  return Array.from({ length }, (_, at) => {
    const before = `steps.${id}_${at - 1}.output.${random.pick(['value', 'value', 'value.a', 'value[0]'])}`;
    const value = at === 0 ? first : double(at % 7 === 0 ? before : `steps.${id}_${at - 1}.output.value`);
    return step(`${id}_${at}`, 'set_output', { key: random.pick(['k', `k${at}`]), value });
  });
};

/** Nested lists. */
const nesting: Theme = (random, id) =>
  Array.from({ length: scaled(random, 250) + 1 }, (_, at) =>
    step(`${id}_${at}`, 'set_output', {
      key: 'k',
      value: at === 0 ? [] : [`{{steps.${id}_${at - 1}.output.value}}`],
    }),
  );

const OPERATIONS = [
  'normalize',
  'uppercase',
  'json_parse',
  'json_stringify',
  'keys',
  'values',
  'count',
  'flatten',
  'unique',
  'sort',
  'reverse',
  'passthrough',
];

/** A response passes through many operations. */
const transforms: Theme = (random, id) => {
  const steps = [request(`${id}_0`)];
  for (let at = 1; at <= random.between(1, 12); at += 1) {
    const input =
      at === 1 ? `{{steps.${id}_0.output.response_body}}` : `{{steps.${id}_${at - 1}.output.result}}`;
    steps.push(
      step(
        `${id}_${at}`,
        'transform',
        random.pick<JsonObject>([
          { operation: random.pick(OPERATIONS), input },
          {
            operation: 'map',
            input,
            template: random.pick(['{{input}}', '{{[input, item]}}', '{{item}}{{item}}']),
          },
          {
            operation: 'filter',
            input,
            condition: random.pick(['contains(string(input), "y")', 'item in input', 'index > 3']),
          },
          {
            operation: 'pick',
            input,
            field: Array.from({ length: scaled(random, 300) }, (_, place) => `a${'.a'.repeat(place % 5)}`),
          },
          { operation: 'map', input, function: 'x => [x, x]' },
        ]),
      ),
    );
  }
  return steps;
};

/** The body of a loop. */
function iterated(random: Random, id: string, levels: number): JsonObject {
  const big = `{{steps.${id}_0.output.response_body}}`;
  const inner: readonly (() => JsonObject)[] = [
    () => ({
      action: 'http_request',
      action_params: { url: 'https://example.org/{{index}}', body: big, method: 'POST' },
    }),
    () => ({ action: 'transform', action_params: { operation: 'passthrough', input: [big, '{{item}}'] } }),
    () => ({ action: 'log', action_params: { message: `{{index}} ${big}` } }),
    () => ({ action: 'set_output', action_params: { key: 'k{{index}}', value: big } }),
    () => ({
      action: 'aggregate',
      action_params: { sources: Array(20).fill(`${id}_0`), strategy: 'concat' },
    }),
    () => ({ action: 'fail', action_params: { message: `{{index}}${big}` } }),
    () => ({ action: 'wait_until', action_params: { condition: 'polls > 3', poll_interval_seconds: 1 } }),
  ];
  const nested = levels > 0 && chance(random, 0.4);
  return {
    items: random.pick<Json>([
      '{{params.q}}',
      big,
      Array.from({ length: scaled(random, 100) }, (_, at) => at),
      [big, big],
    ]),
    ...(nested ? { action: 'loop', action_params: iterated(random, id, levels - 1) } : random.pick(inner)()),
    max_iterations: random.pick([30, 100, 100, 1_000_000]),
    parallel: chance(random, 0.5),
    max_parallel: random.pick([1, 8, 5000]),
    on_item_failure: random.pick(['fail', 'continue']),
  };
}

const loops: Theme = (random, id) => [request(`${id}_0`), step(`${id}_1`, 'loop', iterated(random, id, 2))];

/** Combines many outputs. */
const aggregates: Theme = (random, id) => {
  const ids = Array.from({ length: random.between(1, 20) }, (_, at) => `${id}_${at}`);
  const sources = Array.from({ length: scaled(random, 1000) + 1 }, () => random.pick(ids));
  const strategy = random.pick(['merge', 'concat', 'first']);
  const text = sources.map((source) => `{{steps.${source}.output}}`).join(' ');
  return [
    ...ids.map((each) => request(each)),
    step(`${id}_all`, 'aggregate', { sources, strategy }),
    step(`${id}_text`, 'log', { message: text }),
    step(`${id}_again`, 'aggregate', { sources: Array(100).fill(`${id}_all`), strategy: 'concat' }),
  ];
};

/** A wait that repeatedly checks a large value. */
const waits: Theme = (random, id) => [
  request(`${id}_0`),
  step(`${id}_1`, 'wait_until', {
    condition: random.pick([
      'polls > 20',
      'false',
      'contains(string(check), "y")',
      `${'('.repeat(60)}polls > 2${')'.repeat(60)}`,
    ]),
    check: { action: 'http_request', params: { url: 'https://example.org/{{polls}}' } },
    poll_interval_seconds: 1,
    timeout_seconds: random.between(1, 60),
  }),
  step(`${id}_2`, 'wait', { duration: random.pick<Json>([0, 1, '{{params.q[1]}}', '{{params.p}}']) }),
];

/** Many branches to random targets. */
const branches: Theme = (random, id) => {
  const count = scaled(random, 300) + 1;
  const names = Array.from({ length: count }, (_, at) => `${id}_b${at}`);
  const targets = Object.fromEntries(
    names.map((_, at) => [`b${at}`, { condition: `size(params) == ${at}`, target_step: random.pick(names) }]),
  );
  return [
    step(`${id}_0`, 'conditional', {
      condition: 'size(params) > 0',
      on_true: names[0] ?? '',
      branches: targets,
    }),
    ...names.map((name) => step(name, 'log', { message: '{{params}}' })),
  ];
};

/** A text or an expression with very many parts. */
const texts: Theme = (random, id) => {
  const read = random.pick(['{{params.p}}', '{{params}}', '{{now}}', '{{size(string(params))}}']);
  const parts = scaled(random, 2000) + 1;
  const terms = Array(Math.min(parts, 800)).fill('params.q').join(' + ');
  return [
    step(`${id}_0`, 'log', { message: read.repeat(parts) }),
    step(`${id}_1`, 'set_output', { key: 'k', value: Array(parts).fill(read) }),
    step(`${id}_2`, 'set_output', { key: 'l', value: `{{${terms}}}` }),
    step(`${id}_3`, 'fail', { message: read.repeat(parts), error_code: read }),
  ];
};

/** Parameters of wrong types. */
export const odd: Theme = (random, id) =>
  [
    'log',
    'set_output',
    'loop',
    'transform',
    'aggregate',
    'wait',
    'conditional',
    'http_request',
    'email',
    'nothing',
  ].map((action, at) =>
    step(`${id}_${at}`, action, {
      message: oddValue(random),
      key: '__proto__',
      value: hostileValue(random, 1000),
      items: oddValue(random),
      action: random.pick(['log', 'loop', 'nothing', '']),
      url: '{{params.p}}',
      body: '{{params}}',
      operation: random.pick(OPERATIONS),
      input: oddValue(random),
      sources: [`${id}_0`],
      duration: oddValue(random),
    }),
  );

/** Very many small steps. */
const many: Theme = (random, id) => {
  const count = chance(random, 0.02) ? 1500 : scaled(random, 100) + 1;
  return Array.from({ length: count }, (_, at) => {
    const made = step(`${id}_${at}`, 'log', { message: '{{execution_id}} {{params.q}}' });
    if (at > 0) made.depends_on = [`${id}_${random.between(0, at - 1)}`, `${id}_${at - 1}`];
    return made;
  });
};

export const themes: readonly Theme[] = [
  doubling,
  doubling,
  nesting,
  transforms,
  loops,
  loops,
  aggregates,
  waits,
  branches,
  texts,
  many,
];
