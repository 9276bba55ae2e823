import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Histogram } from './histogram';

const latencies = fc.array(fc.double({ min: 0.1, max: 600_000, noNaN: true }), {
  minLength: 1,
  maxLength: 200,
});

test('a quantile is that of the nearest rank, to 5 %', () => {
  fc.assert(
    fc.property(latencies, fc.constantFrom(0.5, 0.9, 0.99), (values, share) => {
      const histogram = new Histogram();
      for (const value of values) histogram.add(value);
      const sorted = [...values].sort((a, b) => a - b);
      const exact = sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
      expect(Math.abs(Math.log((histogram.quantile(share) ?? Number.NaN) / exact))).toBeLessThan(0.05);
    }),
  );
});

test('histograms of two processes together are one of all latencies', () => {
  fc.assert(
    fc.property(latencies, latencies, (one, other) => {
      const [first, second, all] = [new Histogram(), new Histogram(), new Histogram()];
      for (const value of one) first.add(value);
      for (const value of other) second.add(value);
      for (const value of [...one, ...other]) all.add(value);
      const merged = new Histogram();
      merged.addList(first.toList());
      merged.addList(second.toList());
      expect([0.5, 0.99].map((share) => merged.quantile(share))).toEqual(
        [0.5, 0.99].map((share) => all.quantile(share)),
      );
    }),
  );
});

test('an empty histogram has no quantile', () => {
  expect(new Histogram().quantile(0.5)).toBeNull();
});
