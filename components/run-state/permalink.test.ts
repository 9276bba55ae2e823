import { describe, expect, it } from 'vitest';
import {
  moveFocus,
  NO_FOCUS,
  readFocus,
  readInstant,
  runIdIn,
  runPath,
  writeFocus,
  writeInstant,
} from './permalink';

describe('permalinks', () => {
  it('write the focus to the query and read it back', () => {
    const focus = { step: 'score', iteration: [6, 2], attempt: 2 };
    const path = runPath('run_1', focus);
    expect(path).toBe('/runs/run_1?step=score&iteration=6.2&attempt=2');
    expect(readFocus(new URLSearchParams(path.split('?')[1]))).toEqual(focus);
  });

  it('name a part of the output, until another attempt is shown', () => {
    const focus = { step: 'score', iteration: [], attempt: 1, path: '/rows/0/a~1b' };
    const path = runPath('run_1', focus);
    expect(readFocus(new URLSearchParams(path.split('?')[1]))).toEqual(focus);
    expect(moveFocus(focus, { step: 'score' })).toBe(focus);
    expect(moveFocus(focus, { attempt: 2 }).path).toBeUndefined();
    expect(moveFocus(focus, { path: '/rows' })).toEqual({ ...focus, path: '/rows' });
    expect(readFocus(new URLSearchParams('step=a&path=rows')).path).toBeUndefined();
  });

  it('keep other entries of the query', () => {
    const query = new URLSearchParams('run=run_1&step=a&attempt=3');
    expect(writeFocus(query, NO_FOCUS).toString()).toBe('run=run_1');
  });

  it('contain the id of their run, unlike other paths', () => {
    for (const id of ['run_1', 'run/1 ü']) expect(runIdIn(runPath(id))).toBe(id);
    expect(runIdIn('/runs')).toBeUndefined();
    expect(runIdIn('/pipelines/run_1')).toBeUndefined();
  });

  it('ignore invalid values', () => {
    expect(readFocus(new URLSearchParams('iteration=3&attempt=1'))).toEqual(NO_FOCUS);
    expect(readFocus(new URLSearchParams('step=a&iteration=-1&attempt=zero'))).toEqual({
      step: 'a',
      iteration: [],
      attempt: undefined,
    });
  });

  it('reset the iteration with the step, and the attempt with the iteration', () => {
    const focus = { step: 'score', iteration: [6], attempt: 2 };
    expect(moveFocus(focus, { step: 'deploy' })).toEqual({
      step: 'deploy',
      iteration: [],
      attempt: undefined,
    });
    expect(moveFocus(focus, { iteration: [7] })).toEqual({
      step: 'score',
      iteration: [7],
      attempt: undefined,
    });
    expect(moveFocus(focus, { attempt: 1 })).toEqual({ ...focus, attempt: 1 });
    expect(moveFocus(focus, { attempt: undefined })).toEqual({ ...focus, attempt: undefined });
    expect(moveFocus(focus, { step: undefined })).toBe(NO_FOCUS);
    expect(moveFocus(focus, { step: 'score' })).toBe(focus);
  });
});

describe('the instant in an address', () => {
  it('is in seconds since the start of the run, beside the other entries', () => {
    const query = writeInstant(new URLSearchParams('step=load'), 37_812);
    expect(query.toString()).toBe('step=load&t=37.812');
    expect(readInstant(query)).toBe(37_812);
    expect(writeInstant(query, undefined).toString()).toBe('step=load');
  });

  it.each(['', '-1', 'x', '1e9', '1.23456', ' 3'])('is the newest state for %j', (t) => {
    expect(readInstant(new URLSearchParams({ t }))).toBeUndefined();
  });
});
