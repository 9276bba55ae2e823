import { describe, expect, it } from 'vitest';
import { type PipelineDocument, validate } from '@/engine';
import { catalogue } from '@/engine/actions';
import { countProblems, fieldKey, NOTHING_REVIEWED } from './to-fill-in';

const problemsOf = (document: PipelineDocument) => validate(document, catalogue.descriptors);
const fresh = problemsOf({ steps: [{ id: 'a', action: 'set_output', params: {} }] });

describe('what is not filled in yet', () => {
  it('is no error in a new pipeline, or in a new step', () => {
    expect(countProblems(problemsOf({ steps: [] }), NOTHING_REVIEWED)).toEqual({
      errors: 0,
      warnings: 0,
      toFillIn: 1,
    });
    expect(countProblems(fresh, NOTHING_REVIEWED)).toEqual({ errors: 0, warnings: 0, toFillIn: 2 });
  });

  it('is an error once its field was left', () => {
    const reviewed = { all: false, fields: new Set([fieldKey('a', 'params.key')]) };
    expect(countProblems(fresh, reviewed)).toEqual({ errors: 1, warnings: 0, toFillIn: 1 });
  });

  it('is an error after Run', () => {
    expect(countProblems(fresh, { ...NOTHING_REVIEWED, all: true })).toMatchObject({
      errors: 2,
      toFillIn: 0,
    });
  });

  it('does not include a wrong value', () => {
    const wrong = problemsOf({
      steps: [{ id: 'a', action: 'wait', params: { duration_seconds: 'soon', duration: 'soon' } }],
    });
    expect(countProblems(wrong, NOTHING_REVIEWED).errors).toBeGreaterThan(0);
  });
});
