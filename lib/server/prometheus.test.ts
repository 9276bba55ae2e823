import { expect, test } from 'vitest';
import { metricsText } from './prometheus';

test('each metric has help, type and values', () => {
  const values = new Map([
    ['completed', 3],
    ['failed', 0],
  ]);
  const text = metricsText([
    { name: 'runs', help: 'Runs.', type: 'gauge', value: 1.5 },
    { name: 'steps_total', help: 'Steps.', type: 'counter', value: { label: 'outcome', values } },
  ]);
  expect(text).toBe(
    [
      '# HELP runs Runs.',
      '# TYPE runs gauge',
      'runs 1.5',
      '# HELP steps_total Steps.',
      '# TYPE steps_total counter',
      'steps_total{outcome="completed"} 3',
      'steps_total{outcome="failed"} 0',
      '',
    ].join('\n'),
  );
});

test('line breaks, backslashes and quotes stay within their line', () => {
  const values = new Map([['a"b\\c\nd', 1]]);
  const text = metricsText([
    { name: 'a', help: 'One\nline \\ "as is"', type: 'gauge', value: { label: 'of', values } },
  ]);
  expect(text).toBe('# HELP a One\\nline \\\\ "as is"\n# TYPE a gauge\na{of="a\\"b\\\\c\\nd"} 1\n');
});

test.each([
  [Number.NaN, 'NaN'],
  [Number.POSITIVE_INFINITY, '+Inf'],
  [Number.NEGATIVE_INFINITY, '-Inf'],
  [1e21, '1e+21'],
])('%s is written as %s', (value, text) => {
  expect(metricsText([{ name: 'a', help: 'A.', type: 'gauge', value }])).toContain(`\na ${text}\n`);
});
