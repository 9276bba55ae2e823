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
});
