import { describe, expect, it } from 'vitest';
import { completed, created, journal, paused } from '@/components/run-state/testing/run-events';
import { foldEvents, type GraphEdge } from '@/engine';
import type { Breakpoint } from '@/engine/run/debug/breakpoint';
import { drawnState } from './edge-state';
import type { EdgeData } from './flow-types';

const edge: GraphEdge = {
  ...{
    id: 'fast>announce:branch:true',
    from: 'fast',
    to: 'announce',
    kind: 'branch',
    branch: 'true',
    path: '',
  },
};
const data: EdgeData = { kind: 'branch', label: 'true', edge };

/** The edge while its target is paused at a breakpoint. */
function stateAt(at: Breakpoint['at']) {
  const breakpoint: Breakpoint = { id: 'b', at, when: 'before', enabled: true };
  const run = foldEvents(
    journal([0, created], [1, completed('fast')], [2, paused('announce', { breakpoint })]),
  );
  return drawnState(data, (step) => run.steps.get(step));
}

describe('the edge that leads to a paused step', () => {
  it('is marked when the breakpoint is on it', () => {
    const marked = { look: 'taken', status: 'paused' };
    expect(stateAt({ from: 'fast', to: 'announce', branch: 'true' })).toEqual(marked);
    expect(stateAt({ from: 'fast', to: 'announce' })).toEqual(marked);
  });

  it('is a taken edge when the breakpoint is elsewhere', () => {
    const taken = { look: 'taken', status: 'completed' };
    expect(stateAt({ step: 'announce' })).toEqual(taken);
    expect(stateAt({ from: 'other', to: 'announce' })).toEqual(taken);
    expect(stateAt({ from: 'fast', to: 'announce', branch: 'false' })).toEqual(taken);
  });
});
