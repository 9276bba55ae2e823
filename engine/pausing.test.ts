import { describe, expect, it } from 'vitest';
import { catalogue } from './actions';
import type { Json } from './json';
import { finish, type Pausing } from './pausing';
import { formatPipeline, importing, importPipeline } from './pipeline/import';
import type { PipelineDocument } from './pipeline/schema';
import { validate, validation } from './pipeline/validate';
import { readingJson, readJson } from './read-json';
import { MASK, mask, masking } from './run/masking/mask';
import { MaskFinder } from './run/masking/mask-finder';
import { findingForms, formsOf } from './run/masking/mask-forms';

/** The result of work, and the number of its pauses. */
function paused<T>(work: Pausing<T>): { result: T; pauses: number } {
  for (let pauses = 0; ; pauses += 1) {
    const part = work.next();
    if (part.done) return { result: part.value, pauses };
  }
}

describe('long work pauses and returns the same result as without pauses', () => {
  const document: PipelineDocument = {
    name: 'Many',
    steps: Array.from({ length: 200 }, (_, n) => ({
      id: `s${n}`,
      action: n % 9 === 0 ? 'no_such_action' : 'log',
      params: { message: `{{steps.s${n + 1}.output}}` },
    })),
  };
  const text = formatPipeline(document);

  it('while a pipeline is checked: at every step', () => {
    const { result, pauses } = paused(validation(document, catalogue.descriptors));
    expect(result).toEqual(validate(document, catalogue.descriptors));
    expect(pauses).toBeGreaterThanOrEqual(200);
  });

  it('while a document is read', () => {
    const { result, pauses } = paused(importing(text));
    expect(result).toEqual(importPipeline(text));
    expect(pauses).toBeGreaterThan(0);
  });

  it('while JSON of several MB is read', () => {
    const rows = JSON.stringify(Array.from({ length: 60_000 }, (_, id) => ({ id, name: `row ${id} "x"` })));
    const { result, pauses } = paused(readingJson(rows));
    expect(result).toEqual(readJson(rows));
    expect(pauses).toBeGreaterThan(rows.length / 1_000_000);
  });

  it('while secrets are hidden in lists, objects and keys', () => {
    const hidden = ['correct horse battery'];
    const value: Json = {
      rows: Array.from({ length: 30_000 }, (_, n) => [n, `row ${n}`, n % 9 === 0 ? (hidden[0] ?? '') : null]),
      [hidden[0] ?? '']: { __proto__: 1, empty: [], deep: [[[{ text: `a ${hidden[0]} b` }]]] },
    };
    const { result, pauses } = paused(masking(value, hidden));
    expect(result).toEqual(mask(value, hidden));
    expect(JSON.stringify(result)).not.toContain('horse');
    expect(JSON.stringify(result)).toContain(MASK);
    expect(pauses).toBeGreaterThan(2);
  });

  it('while the forms of a long secret are made', () => {
    const secret = Array.from({ length: 4000 }, (_, n) => String.fromCharCode(33 + ((n * 7919) % 90))).join(
      '',
    );
    const { result, pauses } = paused(findingForms(secret));
    expect(result).toEqual(formsOf(secret));
    expect(pauses).toBeGreaterThan(10);
  });
});

it('a secret is hidden at any position of a long text, also across two slices', () => {
  const secret = 'wJalrXUtnFEMI-K7MDENG';
  const finder = new MaskFinder(formsOf(secret));
  for (let at = 65_536 - secret.length - 2; at <= 65_538; at += 1) {
    const text = `${'x'.repeat(at)}${secret}${'y'.repeat(70_000)}${secret}`;
    const masked = finish(finder.replacing(text, MASK));
    expect(masked).toBe(finder.replace(text, MASK));
    expect(masked).toBe(`${'x'.repeat(at)}${MASK}${'y'.repeat(70_000)}${MASK}`);
  }
  const escaped = `${'x'.repeat(65_530)}${[...secret].map((sign) => `&#${sign.charCodeAt(0)};`).join('')}${'y'.repeat(9)}`;
  expect(finish(finder.replacing(escaped, MASK))).toBe(finder.replace(escaped, MASK));
});
