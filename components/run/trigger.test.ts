import { describe, expect, it } from 'vitest';
import { runNote } from './trigger';

const clean = { error: null, failedStep: null, warnings: null, fixedBy: null };

describe('the note under a run in a list', () => {
  it('has the step and the useful part of the message before the kind', () => {
    const error = {
      kind: 'expression_error' as const,
      message: 'params.input: steps.call.output.body.name is missing: steps.call.output.body is null.',
      path: 'params.input',
      advice: '',
    };
    expect(runNote({ ...clean, error, failedStep: 'pick' })).toEqual({
      status: 'failed',
      text: 'pick · no name: call.body is null. (expression_error)',
    });
  });

  it('names the re-run that fixed a run', () => {
    const error = { kind: 'timeout' as const, message: 'No response within 15 s.', advice: '' };
    const fixedBy = { id: 'run_2', number: 2 };
    expect(runNote({ ...clean, error, failedStep: 'score', fixedBy })?.text).toBe(
      'Fixed by run #2 · score · No response within 15 s. (timeout)',
    );
  });

  it('counts what failed in a run that completed', () => {
    const warnings = {
      failedSteps: 0,
      failedIterations: 1,
      iterations: 200,
      errorResponses: 0,
      skippedSteps: 2,
    };
    expect(runNote({ ...clean, warnings })).toEqual({
      status: 'warning',
      text: '1 of 200 iterations failed, 2 steps skipped',
    });
  });

  it('is absent for other runs', () => {
    expect(runNote(clean)).toBeUndefined();
  });
});
