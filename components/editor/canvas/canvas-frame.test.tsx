// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TestLens } from '@/components/run-state/testing/lens';
import { completed, created, journal, started } from '@/components/run-state/testing/run-events';
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

describe('the minimap', () => {
  const groups = () =>
    [...globalThis.document.querySelectorAll('[data-minimap] path')].map((path) => {
      const { category, status } = (path as SVGPathElement).dataset;
      return category ?? status;
    });

  it('is coloured by category, and by the status of the steps while a run is shown', () => {
    openInTest(document, catalogue.descriptors, <CanvasFrame />);
    expect(groups()).toEqual(['control']);
    cleanup();
    const events = journal(
      [0, created],
      [1, { type: 'run_started' }],
      [2, started('a')],
      [3, completed('a')],
    );
    openInTest(
      document,
      catalogue.descriptors,
      <TestLens events={events} document={document}>
        <CanvasFrame />
      </TestLens>,
    );
    expect(groups()).toContain('completed');
    expect(groups()).not.toContain('control');
  });
});

const PIPELINE = {
  name: 'Greet',
  params: { who: { type: 'string', default: 'you' } },
  steps: [{ id: 'hello', action: 'log', params: { message: 'Hello {{params.who}}' } }],
  outputs: { greeted: '{{params.who}}' },
};

/** Stands for the clipboard of the browser; undefined where it may not be read. */
function clipboard(text: string | undefined) {
  const readText = async () => {
    if (text === undefined) throw new DOMException('Denied', 'NotAllowedError');
    return text;
  };
  vi.stubGlobal('navigator', { platform: 'Linux', clipboard: { readText } });
}

const openEmpty = (given: PipelineDocument = { name: 'Untitled pipeline 2', steps: [] }) =>
  openInTest(given, catalogue.descriptors, <CanvasFrame />);
const pressPaste = () => fireEvent.click(screen.getByRole('button', { name: 'Paste JSON' }));
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Steps as JSON' });

describe('an empty canvas', () => {
  it('offers to add a step, to paste JSON, and starters', () => {
    const session = openEmpty();
    expect(screen.getByRole('button', { name: 'Paste JSON' })).toBeDefined();
    expect(screen.getByRole('button', { name: /^Watch a service/ })).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Add step' }));
    expect(session.interaction.get().picker).toBeDefined();
  });

  it('replaces a numbered name by that of a starter, and keeps one that a person wrote', () => {
    const unnamed = openEmpty();
    fireEvent.click(screen.getByRole('button', { name: /^Watch a service/ }));
    expect(unnamed.store.getState().document.name).toBe('Watch a service');
    cleanup();
    const named = openEmpty({ name: 'Own name', steps: [] });
    fireEvent.click(screen.getByRole('button', { name: /^Watch a service/ }));
    expect(named.store.getState().document.name).toBe('Own name');
  });

  it('takes a whole pipeline from the clipboard, and undoes that in one step', async () => {
    clipboard(JSON.stringify(PIPELINE));
    const session = openEmpty({ name: 'Untitled pipeline 2', description: 'Kept', steps: [] });
    pressPaste();
    await waitFor(() => expect(session.store.getState().document.steps).toHaveLength(1));
    expect(session.store.getState().document).toEqual({ ...PIPELINE, description: 'Kept' });
    expect(screen.queryByRole('dialog')).toBeNull();
    act(() => session.store.undo());
    expect(session.store.getState().document.steps).toEqual([]);
  });

  it('asks for the text where the clipboard may not be read', async () => {
    clipboard(undefined);
    const session = openEmpty();
    pressPaste();
    await screen.findByRole('dialog', { name: 'Paste JSON' });
    fireEvent.change(field(), { target: { value: JSON.stringify(PIPELINE.steps) } });
    fireEvent.click(screen.getByRole('button', { name: 'Add' }));
    expect(session.store.getState().document.steps.map(({ id }) => id)).toEqual(['hello']);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('names line and column of a mistake, and keeps the text until it is added', async () => {
    const wrong = '[\n  {"id": "a" "action": "log"}\n]';
    clipboard(wrong);
    const session = openEmpty();
    pressPaste();
    expect((await screen.findByRole('alert')).textContent).toMatch(/line 2, column 14/);
    expect(field().value).toBe(wrong);
    fireEvent.change(field(), { target: { value: '[{"id": "a", "action": "log" ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    pressPaste();
    await screen.findByRole('dialog');
    expect(field().value).toBe('[{"id": "a", "action": "log" ');
    fireEvent.click(screen.getByRole('button', { name: 'Add' }));
    expect(screen.getByRole('alert').textContent).toMatch(/line 1, column 30/);
    expect(session.store.getState().document.steps).toEqual([]);
  });

  it('does not show text of the clipboard that is no JSON', async () => {
    clipboard('correct horse battery staple');
    openEmpty();
    pressPaste();
    await screen.findByRole('dialog');
    expect(field().value).toBe('');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
