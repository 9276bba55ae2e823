import { describe, expect, it } from 'vitest';
import { exampleOf, paramSample, paramSamples, shortExample } from './samples';

const document = {
  params: { region: { type: 'string', default: 'eu' }, size: { type: 'integer' } },
} as const;
const none = { steps: {}, params: {}, typed: {} };

describe('an example of a param', () => {
  it('is the typed one, then that of the newest run, then the default', () => {
    const last = { ...none, params: { region: 'us' } };
    const typed = { ...last, typed: { region: 'ap' } };
    expect(paramSample('region', none, document)).toEqual({ value: 'eu', source: 'default' });
    expect(paramSample('region', last, document)).toEqual({ value: 'us', source: 'run' });
    expect(paramSample('region', typed, document)).toEqual({ value: 'ap', source: 'typed' });
  });

  it('is missing without a default and a run', () => {
    expect(paramSamples(none, document)).toEqual({ region: 'eu' });
  });
});

describe('an expression with examples', () => {
  const values = {
    steps: { 'get-it': { run: 3, value: { items: [{ name: 'a' }] }, shortened: false } },
    params: { region: 'eu' },
  };

  it.each([
    ['{{steps.get-it.output.items[0].name}}', 'a'],
    ['{{steps.get-it.output.items}}', [{ name: 'a' }]],
    ['https://{{params.region}}.example', 'https://eu.example'],
    ['{{params.region == "eu"}}', true],
  ])('makes %s %j', (template, expected) => {
    expect(exampleOf(template, values)).toEqual(expected);
  });

  it.each([
    '{{steps.other.output}}',
    '{{secrets.key}}',
    '{{steps.get-it.output.items[7].name}}',
    '{{params.',
  ])('has no value for %s', (template) => {
    expect(exampleOf(template, values)).toBeUndefined();
  });

  it('is shown in a few characters', () => {
    expect(shortExample('dep_81f')).toBe('"dep_81f"');
    expect(shortExample(4.5)).toBe('4.5');
    expect(shortExample('x'.repeat(100))).toHaveLength(32);
    expect(shortExample({ a: 1 })).toBeUndefined();
  });
});
