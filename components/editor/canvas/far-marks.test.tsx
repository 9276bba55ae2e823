// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PipelineDocument } from '@/engine';
import { catalogue } from '@/engine/actions';
import type { Breakpoint } from '@/engine/run/debug/breakpoint';
import { openInTest } from '../form/testing/open-in-test';
import type { EditorSession } from '../session';
import { CanvasFrame } from './canvas-frame';

const pipeline: PipelineDocument = {
  steps: ['a', 'b', 'c'].map((id, index, ids) => ({
    ...{ id, action: 'log', params: { message: id } },
    ...(index > 0 && { depends_on: ids.slice(index - 1, index) }),
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

function openFar(): EditorSession {
  const session = openInTest(pipeline, catalogue.descriptors, <CanvasFrame />);
  act(() => session.zoom.set('tile'));
  return session;
}

const onEdge = (part: Partial<Breakpoint> = {}): Breakpoint => ({
  ...{ id: 'one', at: { from: 'a', to: 'b' }, when: 'before', enabled: true, ...part },
});

function setBreakpoints(session: EditorSession, ...breakpoints: Breakpoint[]) {
  act(() => session.breakpoints.set({ breakpoints, pause_on_failure: false, problems: [] }));
}

const untaken = () => document.querySelector('[data-untaken] path')?.getAttribute('d') ?? '';

describe('edges below 30 %', () => {
  it('show their breakpoints as plain marks in the middle', () => {
    const session = openFar();
    setBreakpoints(session, onEdge(), onEdge({ id: 'at', at: { step: 'a' } }));
    const mark = screen.getByRole('img', { name: 'Breakpoint on edge a → b' });
    expect(mark.closest('button')).toBeNull();
    expect(mark.style.transform).toBe('translate(-50%, -50%) translate(304px, 26px)');
    expect(mark.querySelector('[data-enabled="true"]')).not.toBeNull();
    setBreakpoints(session, onEdge({ enabled: false, condition: 'params.n > 1' }));
    const off = screen.getByRole('img', { name: 'Breakpoint on edge a → b, if params.n > 1, off' });
    expect(off.querySelector('[data-enabled="false"][data-kind="conditional"]')).not.toBeNull();
    setBreakpoints(session);
    expect(screen.queryByRole('img', { name: /Breakpoint/ })).toBeNull();
  });

  it('show that they were never taken, unless a breakpoint takes the place', () => {
    const session = openFar();
    const [first = ''] = session.flow.getEdges().map(({ data }) => data?.edge.id);
    expect(untaken()).toBe('');
    act(() =>
      session.covered.set({ of: 2, by: 'runs', steps: { a: 2, b: 2 }, branches: {}, edges: { [first]: 2 } }),
    );
    expect(untaken()).toBe('M648 26h0');
    setBreakpoints(session, onEdge({ at: { from: 'b', to: 'c' } }));
    expect(untaken()).toBe('');
  });
});
