import type { Json } from '@/engine';
import type { Random } from '../random';

/** True with a probability of `share`. */
export function chance(random: Random, share: number): boolean {
  return random.next() < share;
}

/** A whole number up to a limit, distributed logarithmically. */
export function scaled(random: Random, limit: number): number {
  return Math.floor(limit ** random.next());
}

/**
 * A value that an attacker may send.
 * @param limit approximate length as JSON, in characters
 */
export function hostileValue(random: Random, limit: number): Json {
  const size = scaled(random, limit);
  switch (random.between(0, 8)) {
    case 0:
      return 'x'.repeat(size);
    case 1:
      return random.pick(['\u0000', '"', '\\', 'é', '語', '\ud800', '{{now}}']).repeat(size / 8);
    case 2:
      return Array.from({ length: size / 3 }, () => []);
    case 3:
      return Array.from({ length: size / 8 }, (_, at) => ({ id: at }));
    case 4:
      return Object.fromEntries(
        Array.from({ length: Math.min(40_000, size / 10) }, (_, at) => [`k${at}`, at]),
      );
    case 5:
      return nested(random.between(1, 60), chance(random, 0.5));
    case 6:
      return Array.from({ length: size / 2 }, () => 1);
    case 7:
      return Array.from({ length: size / 20 }, (_, at) => `item ${at}, ${random.next()}`);
    default:
      return oddValue(random);
  }
}

/** A value of an unusual type. */
export function oddValue(random: Random): Json {
  return random.pick<Json>([
    null,
    true,
    -1,
    0,
    1e308,
    2 ** 53,
    0.1,
    '',
    ' ',
    '__proto__',
    '{{',
    '{{}}',
    '{{now}}',
    '{{params.p}}',
    [],
    {},
    [[]],
    { constructor: { prototype: 1 } },
    nested(150, true),
  ]);
}

function nested(levels: number, isList: boolean): Json {
  let value: Json = 1;
  for (let level = 0; level < levels; level += 1) value = isList ? [value] : { a: value };
  return value;
}
