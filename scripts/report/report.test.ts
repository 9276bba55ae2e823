import { expect, test } from 'vitest';
import { describeFailures, programFailure } from './report';

test('of a program that fails, the end of its output is repeated', () => {
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`);
  const output = `${lines.join('\n\n')}\n\u001b[31mFound 1 error.\u001b[39m\n\n`;
  const repeated = describeFailures([programFailure('npm run lint', output)]).split('\n');
  expect(repeated).toEqual([
    'Failed: npm run lint',
    ...lines.slice(-11).map((line) => `  ${line}`),
    '  Found 1 error.',
  ]);
});
