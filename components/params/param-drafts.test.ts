import { describe, expect, it } from 'vitest';
import { type Declarations, draftsFrom, keepKnown, readDrafts, sortProblems } from './param-drafts';

const declarations: Declarations = {
  cluster_id: { type: 'string', required: true },
  note: { type: 'string' },
  greeting: { type: 'string', default: 'hello' },
  replicas: { type: 'integer', default: 2 },
  canary: { type: 'boolean', default: true },
  tier: { type: 'string', enum: ['small', 'large'], default: 'small' },
  prompts: { type: 'array' },
};

describe('the run form', () => {
  it('starts with the values of the last run, otherwise with the defaults', () => {
    expect(draftsFrom(declarations, { cluster_id: 'eu-1', prompts: ['a'] })).toEqual({
      cluster_id: 'eu-1',
      note: '',
      greeting: 'hello',
      replicas: '2',
      canary: 'true',
      tier: 'small',
      prompts: '[\n  "a"\n]',
    });
  });

  it('returns params in their types, without empty fields', () => {
    const drafts = { ...draftsFrom(declarations, {}), cluster_id: 'eu-1', canary: 'false', greeting: '' };
    expect(readDrafts(declarations, drafts)).toEqual({
      ok: true,
      params: { cluster_id: 'eu-1', greeting: '', replicas: 2, canary: false, tier: 'small' },
    });
  });

  it('reports invalid values at each field, with the position for JSON', () => {
    const drafts = { ...draftsFrom(declarations, {}), replicas: 'two', prompts: '["a",]' };
    const read = readDrafts(declarations, drafts);
    if (read.ok) throw new Error('This form must be refused.');
    expect(Object.keys(read.problems.fields).sort()).toEqual(['cluster_id', 'prompts', 'replicas']);
    expect(read.problems.fields.prompts).toMatch(/^Line 1, column \d+:/);
    expect(read.problems.fields.cluster_id).toContain('required');
  });

  it('keeps the values typed last time, except choices that no longer exist', () => {
    const kept = keepKnown(declarations, draftsFrom(declarations, {}), {
      cluster_id: 'us-2',
      tier: 'huge',
      gone: 'x',
    });
    expect(kept).toMatchObject({ cluster_id: 'us-2', tier: 'small' });
    expect(kept).not.toHaveProperty('gone');
  });

  it('shows refusals of the server at their fields, and others apart', () => {
    const problem = { code: 'invalid_parameter', severity: 'error', message: 'No such cluster.' } as const;
    const sorted = sortProblems(
      [
        { ...problem, path: 'params.cluster_id', hint: 'Known are local and eu-1.' },
        { ...problem, path: 'params.url', step: 'fetch' },
      ],
      declarations,
    );
    expect(sorted.fields).toEqual({ cluster_id: 'No such cluster. Known are local and eu-1.' });
    expect(sorted.others).toHaveLength(1);
  });
});
