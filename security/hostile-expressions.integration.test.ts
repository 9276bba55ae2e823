import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ExpressionError, parseExpression } from '@/engine';
import { evaluate } from '@/engine/expression';
import { isJson } from '@/engine/json';
import { HOSTILE_EXPRESSIONS } from '@/engine/testing/hostile-expressions';

const SEED = 20_261_121;
const scope = {
  names: { params: { n: 1, list: [1, 2], text: 'abc', key: '__proto__' } },
  step: () => undefined,
};

/** A hostile text with a part of another one in its middle. */
const mutated = fc
  .tuple(
    fc.constantFrom(...HOSTILE_EXPRESSIONS),
    fc.constantFrom(...HOSTILE_EXPRESSIONS, '.', '["', '"]', '(', ')', '?', ' : ', ' + ', ' == '),
    fc.nat(),
    fc.nat(),
  )
  .map(([text, other, at, length]) => {
    const place = at % (text.length + 1);
    return text.slice(0, place) + other.slice(0, (length % other.length) + 1) + text.slice(place);
  });

test(`50,000 mutations of hostile expressions return data or are refused (seed ${SEED})`, () => {
  fc.assert(
    fc.property(mutated, (text) => {
      try {
        expect(isJson(evaluate(parseExpression(text), scope, { missing: 'null' }))).toBe(true);
      } catch (error) {
        if (!(error instanceof ExpressionError)) throw error;
      }
      expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    }),
    { numRuns: 50_000, seed: SEED },
  );
});
