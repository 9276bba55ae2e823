import { describe, expect, it } from 'vitest';
import { buildGraph, normalize } from '@/engine';
import { catalogue } from '@/engine/actions';
import type { BreakpointPlace, PauseMoment } from '@/engine/run/debug/breakpoint';
import { draftOfBreakpoint, placeChoices, readBreakpointDraft } from './breakpoint-draft';
import { conditionProblems } from './check-condition';
import { breakpointName, markWords } from './looks';

const { descriptors } = catalogue;
const graph = buildGraph(
  normalize(
    {
      params: { stage: { type: 'string' } },
      steps: [
        { id: 'fetch', action: 'http_request', params: { url: 'https://example.org' } },
        { id: 'score', action: 'loop', params: { items: [1], action: 'log' }, depends_on: ['fetch'] },
      ],
    },
    descriptors,
  ),
  descriptors,
);
const at = { step: 'score' };
const known = { id: 'b1', enabled: true, at, conditionProblems: [] };

describe('the form of a breakpoint', () => {
  it('offers steps, iterations of loops, and edges', () => {
    const { steps, edges } = placeChoices(graph);
    expect(steps.map(({ label }) => label)).toEqual(['fetch', 'score', 'each iteration of score']);
    expect(edges.map(({ label }) => label)).toEqual(['fetch → score']);
  });

  it('reads everything that a breakpoint has', () => {
    const draft = {
      ...draftOfBreakpoint(undefined, at),
      when: 'failure' as const,
      condition: ' params.stage == "live" ',
      triggered: true,
      limit: '15 min',
    };
    const read = readBreakpointDraft(draft, known);
    const input = {
      ...{ id: 'b1', at, when: 'failure', enabled: true, condition: 'params.stage == "live"' },
      ...{ triggered: true, timeout_seconds: 900 },
    };
    expect(read).toEqual({ input });
  });

  it('writes and reads the same breakpoint', () => {
    const first = { id: 'b1', at, when: 'before' as const, enabled: false, timeout_seconds: 90 };
    const draft = draftOfBreakpoint(first, undefined);
    expect(readBreakpointDraft(draft, { ...known, enabled: false })).toEqual({ input: first });
  });

  it('says what is missing or wrong', () => {
    const draft = { ...draftOfBreakpoint(undefined, undefined), limit: 'soon' };
    const refused = readBreakpointDraft(draft, { ...known, at: undefined });
    expect(refused).toEqual({
      problems: {
        place: 'Choose a step or an edge.',
        limit: 'Enter a duration of 1 second to 365 days, such as 15 min.',
      },
    });
    expect(readBreakpointDraft({ ...draft, limit: '0' }, known)).toHaveProperty('problems.limit');
    expect(readBreakpointDraft({ ...draft, limit: '2 years' }, known)).toHaveProperty('problems.limit');
  });

  it('pauses before the step of an edge, never on failure', () => {
    const draft = { ...draftOfBreakpoint(undefined, at), when: 'failure' as const };
    const edge = { from: 'fetch', to: 'score' };
    expect(readBreakpointDraft(draft, { ...known, at: edge })).toHaveProperty('input.when', 'before');
  });
});

describe('the condition of a breakpoint', () => {
  const check = (text: string, place: BreakpointPlace = at, when: PauseMoment = 'before') =>
    conditionProblems({ graph, at: place, when, text, observed: {} }).map(({ message }) => message);

  it('is checked as the expressions of its step', () => {
    expect(check('')).toEqual([]);
    expect(check('steps.fetch.output.status_code != 201')).toEqual([]);
    expect(check('params.stage ==')).toHaveLength(1);
    expect(check('params.stge == "live"')[0]).toContain('stge');
    expect(check('steps.nowhere.output == 1')[0]).toContain('nowhere');
  });

  it('reads the item at an iteration', () => {
    expect(check('item.id == 3', { step: 'score', iterations: true })).toEqual([]);
    expect(check('item.id == 3')).toHaveLength(1);
  });

  it('reads the error of a failure, and no secret', () => {
    expect(check('error.kind == "timeout"', at, 'failure')).toEqual([]);
    expect(check('error.kind == "timeout"')).toHaveLength(1);
    expect(check('secrets.api_key == "x"')).toHaveLength(1);
  });
});

describe('the name of a breakpoint', () => {
  const plain = { id: 'b1', at, when: 'before', enabled: true } as const;

  it('says its place, its kind, its limits and whether it is off', () => {
    expect(breakpointName(plain)).toBe('Breakpoint before score');
    expect(breakpointName({ ...plain, when: 'failure', enabled: false })).toBe(
      'Breakpoint on failure of score, off',
    );
    expect(
      breakpointName({
        ...plain,
        at: { from: 'fast', to: 'announce', branch: 'true' },
        condition: 'x > 1',
        triggered: true,
        timeout_seconds: 900,
      }),
    ).toBe('Breakpoint on edge fast → announce (true), if x > 1, also in triggered runs, limit 15 min');
  });

  it('is added to that of a card in one or two words', () => {
    expect(markWords([])).toBeUndefined();
    expect(markWords([plain])).toBe('breakpoint');
    expect(markWords([{ ...plain, enabled: false }])).toBe('breakpoint off');
    expect(
      markWords([
        { ...plain, enabled: false },
        { ...plain, condition: 'x' },
      ]),
    ).toBe('conditional breakpoint');
    expect(markWords([{ ...plain, when: 'failure', condition: 'x' }])).toBe('breakpoint on failure');
  });
});
