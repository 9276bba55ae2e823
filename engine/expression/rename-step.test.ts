import { describe, expect, test } from 'vitest';
import { renameStepInExpression, renameStepInTemplate } from './index';

describe('renaming a step', () => {
  test.each([
    [
      'steps.a.status == "a" && steps.a.output.a > steps.ab.output.a',
      'steps.x-1.status == "a" && steps.x-1.output.a > steps.ab.output.a',
    ],
    ['steps["a"].output[steps.a.output.i]', 'steps["x-1"].output[steps.x-1.output.i]'],
    ['{{ steps.a.status }}', '{{ steps.x-1.status }}'],
    ['params.steps.a', 'params.steps.a'],
    ['steps.a.', 'steps.a.'],
  ])('changes %s to %s', (text, expected) => {
    expect(renameStepInExpression(text, 'a', 'x-1')).toBe(expected);
  });

  test.each([
    [
      'steps.a.output {{steps.a.output.n}} and {{ [steps.a.error, "steps.a.error"] }}',
      'steps.a.output {{steps.x.output.n}} and {{ [steps.x.error, "steps.a.error"] }}',
    ],
    ['plain steps.a.output', 'plain steps.a.output'],
    ['{{ steps.a.output ', '{{ steps.a.output '],
  ])('changes the templates of %s', (text, expected) => {
    expect(renameStepInTemplate(text, 'a', 'x')).toBe(expected);
  });
});
