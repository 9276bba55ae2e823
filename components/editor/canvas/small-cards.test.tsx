// @vitest-environment jsdom
import { cleanup, fireEvent, render } from '@testing-library/react';
import { ReactFlowProvider } from 'reactflow';
import { afterEach, describe, expect, it } from 'vitest';
import { useLens } from '@/components/run-state/run-context';
import { TestLens } from '@/components/run-state/testing/lens';
import { type Diagnostic, PENDING_UNIT, type StepDocument, type UnitState } from '@/engine';
import { catalogue } from '@/engine/actions';
import { createSession } from '../session';
import { EditorProvider } from '../use-editor';
import { type CardView, shortTitle } from './card-view';
import { CompactCard } from './compact-card';
import { LoopCells } from './loop-cells';
import { TileCard } from './tile-card';

afterEach(cleanup);

const { descriptors } = catalogue;

function viewOf(step: StepDocument, part: Partial<CardView> = {}): CardView {
  const descriptor = descriptors.find(step.action);
  return {
    step,
    descriptor,
    title: step.name ?? descriptor?.title ?? step.id,
    problems: [],
    selected: false,
    lens: false,
    unit: undefined,
    status: undefined,
    planned: undefined,
    first: undefined,
    size: { width: 264, height: 100 },
    handleCount: 2,
    ...part,
  };
}

function show(Card: typeof CompactCard, view: CardView) {
  const document = { steps: [view.step] };
  const session = createSession({ document, descriptors, pipelineId: 'p' });
  return render(
    <EditorProvider value={session}>
      <ReactFlowProvider>
        <Card view={view} label="label" />
      </ReactFlowProvider>
    </EditorProvider>,
  ).container;
}

const log: StepDocument = { id: 'write_result', action: 'log', params: { message: 'done' } };
const each: StepDocument = { id: 'each', action: 'loop', params: { items: ['a', 'b', 'c'] } };

describe('small cards', () => {
  it('show the id where the title is only that of the action', () => {
    expect(shortTitle(viewOf(log))).toBe('write_result');
    expect(shortTitle(viewOf({ ...log, name: 'Log' }))).toBe('write_result');
    expect(shortTitle(viewOf({ ...log, name: 'Write the result' }))).toBe('Write the result');
  });

  it.each([
    ['compact', CompactCard],
    ['tile', TileCard],
  ])('have their title as text: %s', (_name, Card) => {
    expect(show(Card, viewOf(log)).textContent).toBe('write_result');
  });

  it('have the glyph of the status beside the title', () => {
    const view = viewOf(log, { lens: true, status: 'failed' });
    expect(show(TileCard, view).querySelectorAll('svg')).toHaveLength(1);
    expect(show(CompactCard, view).querySelectorAll('svg').length).toBeGreaterThanOrEqual(2);
  });

  it('have the colour of an error only when something is wrong, not when it is to fill in', () => {
    const problems = (code: Diagnostic['code']): Diagnostic[] => [
      { code, severity: 'error', step: 'write_result', path: 'params.message', message: 'm' },
    ];
    const look = (code: Diagnostic['code']) =>
      show(TileCard, viewOf(log, { problems: problems(code) }))
        .querySelector('[data-step]')
        ?.getAttribute('data-problem');
    expect(look('missing_parameter')).toBeNull();
    cleanup();
    expect(look('unknown_name')).toBe('error');
  });

  it('keep the strip and the counts of a loop', () => {
    const done: UnitState = { ...PENDING_UNIT, status: 'completed' };
    const unit: UnitState = {
      ...PENDING_UNIT,
      status: 'running',
      iterations: {
        as: undefined,
        action: 'log',
        params: {},
        items: ['a', 'b', 'c'].map((value) => ({ value })),
        first: 0,
        total: 3,
        parallel: 1,
        stopOnFailure: false,
        units: new Map([
          [0, done],
          [1, { ...PENDING_UNIT, status: 'failed' }],
        ]),
      },
    };
    const card = show(CompactCard, viewOf(each, { lens: true, unit, status: 'running' }));
    const cells = [...card.querySelectorAll('[aria-hidden] > [data-status]')];
    expect(cells.map((cell) => cell.getAttribute('data-status'))).toEqual(['completed', 'failed', 'pending']);
    expect(card.textContent).toContain('3 items · 1 failed · 1 completed');
  });

  it('open the iteration of a clicked cell, of several the first that failed', () => {
    const units = new Map<number, UnitState>([[65, { ...PENDING_UNIT, status: 'failed' }]]);
    const items = Array.from({ length: 120 }, (_, value) => ({ value }));
    const iterations = {
      ...{ as: undefined, action: 'log', params: {}, items, first: 0, total: 120, parallel: 1 },
      ...{ stopOnFailure: false, units },
    };
    const unit: UnitState = { ...PENDING_UNIT, status: 'running', iterations };
    const seen: unknown[] = [];
    const Watch = () => {
      seen.push(useLens().focus.iteration);
      return null;
    };
    const { container } = render(
      <TestLens events={[]} document={{ steps: [each] }}>
        <Watch />
        <LoopCells stepId="each" unit={unit} />
      </TestLens>,
    );
    const cells = container.querySelectorAll('[data-status]');
    expect(cells).toHaveLength(60);
    fireEvent.click(cells[2] ?? container);
    expect(seen.at(-1)).toEqual([4]);
    fireEvent.click(cells[32] ?? container);
    expect(seen.at(-1)).toEqual([65]);
  });

  it('show the limits of a loop while no run is shown', () => {
    expect(show(CompactCard, viewOf(each)).textContent).toContain('sequential');
  });
});
