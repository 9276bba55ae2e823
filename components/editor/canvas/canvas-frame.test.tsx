// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PipelineDocument } from '@/engine';
import { catalogue } from '@/engine/actions';
import { openInTest } from '../form/testing/open-in-test';
import { selectSteps } from '../model/selection';
import { CanvasFrame } from './canvas-frame';

const document: PipelineDocument = {
  steps: ['a', 'b', 'c'].map((id, index) => ({
    id,
    name: `Step ${id}`,
    action: 'log',
    params: { message: index === 0 ? 'Start' : '{{steps.a.output}}' },
    ...(index === 2 ? { depends_on: ['b'] } : {}),
  })),
  layout: { steps: { a: { x: 0, y: 0 }, b: { x: 344, y: 0 }, c: { x: 688, y: 0 } } },
};

/** Stands for the browser's own, which jsdom lacks: nothing changes its size. */
class SizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

beforeEach(() => {
  vi.stubGlobal('ResizeObserver', SizeObserver);
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const card = (id: string) => globalThis.document.querySelector(`[data-step="${id}"]`) ?? fail(id);

function fail(id: string): never {
  throw new Error(`The canvas has no card of ${id}.`);
}

describe('the canvas', () => {
  it('selects one of several selected cards alone when it is clicked, and adds one with Ctrl', () => {
    const session = openInTest(document, catalogue.descriptors, <CanvasFrame />);
    act(() => session.store.select(selectSteps('a', 'b', 'c')));
    fireEvent.click(card('b'));
    expect(session.store.getState().selection.steps).toEqual(['b']);
    act(() => session.store.select(selectSteps('a', 'b')));
    fireEvent.click(card('b'), { ctrlKey: true });
    expect(session.store.getState().selection.steps).not.toEqual(['b']);
  });

  it('shows all data edges by its switch', () => {
    const session = openInTest(document, catalogue.descriptors, <CanvasFrame />);
    const lineage = () => session.flow.getEdges().filter(({ data }) => data?.kind === 'lineage');
    expect(lineage()).toHaveLength(0);
    const button = screen.getByRole('button', { name: /Show data edges/ });
    expect(button.getAttribute('aria-pressed')).toBe('false');
    fireEvent.click(button);
    expect(button.getAttribute('aria-pressed')).toBe('true');
    expect(lineage()).toHaveLength(2);
  });
});
