import { describe, expect, test } from 'vitest';
import { catalogue } from '../actions';
import { normalize, normalizeParams, normalizeStep } from './normalize';
import type { PipelineDocument } from './schema';

const { descriptors } = catalogue;
const http = descriptors.find('http_request');

describe('normalising', () => {
  test('reads every alias as the canonical action', () => {
    for (const descriptor of descriptors.all) {
      for (const alias of descriptor.aliases) {
        expect(normalizeStep({ id: 'a', action: alias }, descriptors).action).toBe(descriptor.type);
      }
    }
  });

  test('keeps an unknown action unchanged', () => {
    const step = normalizeStep({ id: 'a', action: 'teleport', params: { to: 'Mars' } }, descriptors);
    expect(step).toMatchObject({ action: 'teleport', params: { to: 'Mars' }, spelling: {} });
  });

  test('renames other spellings and records those of the author', () => {
    expect(normalizeParams({ url: 'u', timeout: 5 }, http)).toEqual({
      params: { url: 'u', timeout_seconds: 5 },
      spelling: { timeout_seconds: 'timeout' },
    });
  });

  test('prefers the canonical spelling when both are given, in any order', () => {
    for (const written of [
      { timeout: 5, timeout_seconds: 7 },
      { timeout_seconds: 7, timeout: 5 },
    ]) {
      expect(normalizeParams(written, http)).toEqual({ params: { timeout_seconds: 7 }, spelling: {} });
    }
  });

  test('keeps the author’s spelling of values', () => {
    const descriptor = {
      ...(http as NonNullable<typeof http>),
      params: { properties: { channel: { enum: ['slack'], synonyms: { chat_a: 'slack' } } } },
    };
    for (const channel of ['chat_a', 'slack', 'toString', 3]) {
      expect(normalizeParams({ channel }, descriptor).params).toEqual({ channel });
    }
  });

  test('adds the defaults of optional keys', () => {
    expect(normalize({ steps: [{ id: 'a', action: 'log', condition: '  ' }] }, descriptors)).toMatchObject({
      name: 'Untitled pipeline',
      params: {},
      outputs: {},
      settings: {},
      steps: [{ params: {}, dependsOn: [], condition: undefined, onFailure: 'fail', disabled: false }],
    });
  });

  test('never changes the document', () => {
    const document: PipelineDocument = {
      steps: [{ id: 'a', action: 'api_call', params: { url: 'u', timeout: 5 } }],
    };
    const before = structuredClone(document);
    normalize(document, descriptors);
    expect(document).toEqual(before);
  });

  test('returns the same step for the same object, so that an editor may call it at every keystroke', () => {
    const step = { id: 'a', action: 'log' };
    expect(normalizeStep(step, descriptors)).toBe(normalizeStep(step, descriptors));
  });
});
