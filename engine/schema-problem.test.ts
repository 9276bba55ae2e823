import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { firstProblem, pathText, problemText } from './schema-problem';

function textOf(schema: z.ZodType, value: unknown): string {
  const parsed = schema.safeParse(value);
  if (parsed.success) return 'accepted';
  const { path, issue } = firstProblem(parsed.error);
  return problemText(pathText(path, 'The body'), issue);
}

describe('the text of a problem', () => {
  it.each([
    ['a missing key', z.object({ id: z.string() }), {}, 'id is missing.'],
    ['a wrong type', z.object({ a: z.array(z.string()) }), { a: 'b' }, 'a needs a list, but is text.'],
    ['a wrong type inside a list', z.array(z.int()), [1, 'x'], '[1] needs a number, but is text.'],
    ['null', z.record(z.string(), z.json()), null, 'The body needs an object, but is null.'],
    ['a fraction', z.object({ n: z.int() }), { n: 1.5 }, 'n needs a whole number.'],
    ['no number', z.object({ n: z.coerce.number() }), { n: 'x' }, 'n needs a number.'],
    ['an empty text', z.object({ name: z.string().min(1) }), { name: '' }, 'name is empty.'],
    ['an empty list', z.object({ tags: z.array(z.string()).min(1) }), { tags: [] }, 'tags is empty.'],
    ['a long text', z.string().max(3), 'abcd', 'The body must have at most 3 characters.'],
    ['a long list', z.array(z.string()).max(1), ['a', 'b'], 'The body must have at most 1 items.'],
    ['a small number', z.number().gt(2), 2, 'The body must be more than 2.'],
    ['a large number', z.int().max(10), 11, 'The body must be at most 10.'],
    ['another value', z.object({ k: z.enum(['a', 'b']) }), { k: 'c' }, 'k must be "a" or "b".'],
    ['one of three values', z.enum(['a', 'b', 'c']), 'd', 'The body must be "a", "b" or "c".'],
    [
      'an invalid name',
      z.record(z.string().regex(/^a$/), z.int()),
      { b: 1 },
      'b has an invalid name: it must match pattern /^a$/.',
    ],
    ['another literal', z.object({ v: z.literal(2) }), { v: 1 }, 'v must be 2.'],
    ['a format', z.object({ id: z.uuid() }), { id: 'x' }, 'id must be a UUID.'],
    ['a beginning', z.string().startsWith('q'), 'x', 'The body must start with "q".'],
    ['a pattern', z.string().regex(/^a$/), 'x', 'The body must match pattern /^a$/.'],
    ['unknown keys', z.strictObject({}), { b: 1, c: 2 }, 'The body has unknown keys: "b", "c".'],
    [
      'none of several types',
      z.union([z.string(), z.number()]),
      [],
      'The body needs text or a number, but is a list.',
    ],
    ['a missing value of any kind', z.object({ value: z.json() }), {}, 'value is missing.'],
    [
      'the words of the schema',
      z.object({ n: z.string().min(1, 'Enter a name.') }),
      { n: '' },
      'n: Enter a name.',
    ],
    ['words without a full stop', z.string().min(1, 'must be a name'), '', 'The body must be a name.'],
  ])('for %s', (_, schema, value, text) => {
    expect(textOf(schema, value)).toBe(text);
  });

  it('names the kinds where none matches', () => {
    const shape = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('cron') }),
      z.object({ kind: z.literal('once') }),
    ]);
    expect(textOf(z.object({ trigger: shape }), { trigger: { kind: 'daily' } })).toBe(
      'trigger.kind must be "cron" or "once".',
    );
  });

  it('is about the form that fits best, where several are allowed', () => {
    const shape = z.union([
      z.strictObject({ step: z.string(), output: z.json() }),
      z.strictObject({ step: z.string(), seconds: z.number() }),
    ]);
    expect(textOf(z.array(shape), [{ step: 'a', seconds: 'x' }])).toBe(
      '[0].seconds needs a number, but is text.',
    );
  });
});
