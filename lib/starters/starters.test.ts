import { describe, expect, it } from 'vitest';
import { importValue, validate } from '@/engine';
import { catalogue } from '@/engine/actions';
import { starters } from './index';

describe.each(starters.map((starter) => [starter.title, starter] as const))('starter “%s”', (_, starter) => {
  const { document } = starter;

  it('is a pipeline without errors and warnings', () => {
    const imported = importValue(document);
    expect(imported.ok).toBe(true);
    expect(validate(document, catalogue.descriptors)).toEqual([]);
  });

  it('has a description, describes its params, and runs without params', () => {
    expect(document.description).toBeTruthy();
    for (const declaration of Object.values(document.params ?? {})) {
      expect(declaration.description).toBeTruthy();
      expect(declaration.default).toBeDefined();
    }
  });

  it('has a position for every step', () => {
    const places = document.steps.map((step) => document.layout?.steps?.[step.id]);
    expect(places).not.toContain(undefined);
  });

  it('has a note that says what to try next', () => {
    const [note, ...others] = document.layout?.notes ?? [];
    expect(others).toEqual([]);
    expect(note?.text).toMatch(/\*\*Try next:\*\* .+\.$/);
  });

  it('names only steps, parameters and controls that exist in its note', () => {
    const text = document.layout?.notes?.[0]?.text ?? '';
    const bold = [...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name]) => name);
    const known = [...document.steps.map(({ name }) => name), 'Try next:', 'Next failed'];
    for (const name of bold) expect(known).toContain(name);
    const snakeCase = [...text.matchAll(/`([a-z]+_[a-z_]+)`/g)].map(([, name]) => name ?? '');
    for (const name of snakeCase) expect(Object.keys(document.params ?? {})).toContain(name);
  });
});
