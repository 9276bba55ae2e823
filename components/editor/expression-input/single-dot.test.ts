import { describe, expect, it } from 'vitest';
import { repeatsDot } from './single-dot';

describe('a second dot', () => {
  it.each(['{{steps.get.output.|}}', '{{steps.|', 'is {{params.|}}'])('is dropped in %s', (marked) => {
    expect(repeatsDot(marked.replace('|', ''), marked.indexOf('|'), 'template')).toBe(true);
  });

  it.each(['wait.|', '{{"a.|"}}', '{{steps|}}'])('is kept in %s', (marked) => {
    expect(repeatsDot(marked.replace('|', ''), marked.indexOf('|'), 'template')).toBe(false);
  });
});
