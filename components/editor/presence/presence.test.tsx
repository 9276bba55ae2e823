// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PipelineDocument } from '@/engine';
import { catalogue } from '@/engine/actions';
import { CanvasFrame } from '../canvas/canvas-frame';
import { openInTest } from '../form/testing/open-in-test';
import { PresencePill } from './presence-pill';
import { tabId } from './tab-id';

const document: PipelineDocument = {
  steps: ['a', 'b'].map((id) => ({ id, name: `Step ${id}`, action: 'log', params: { message: id } })),
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

it('says in how many other tabs the pipeline is open, and nothing while it is in none', () => {
  const session = openInTest(document, catalogue.descriptors, <PresencePill />);
  expect(screen.queryByText(/Also open/)).toBeNull();
  act(() => session.others.set([{ tab: 'a', step: null }]));
  expect(screen.getByText('Also open in another tab')).toBeDefined();
  act(() =>
    session.others.set([
      { tab: 'a', step: null },
      { tab: 'b', step: 'a' },
    ]),
  );
  expect(screen.getByText('Also open in 2 other tabs')).toBeDefined();
});

it('marks the card of a step that is selected in another tab', () => {
  const session = openInTest(document, catalogue.descriptors, <CanvasFrame />);
  act(() => session.others.set([{ tab: 'a', step: 'b' }]));
  const card = screen.getByRole('group', { name: /^Step b.*, selected in another tab$/ });
  expect(card.dataset.elsewhere).toBe('true');
  expect(screen.getByRole('group', { name: /^Step a/ }).dataset.elsewhere).toBeUndefined();
  act(() => session.others.set([]));
  expect(card.dataset.elsewhere).toBeUndefined();
});

it('has one id for each load of the page', () => {
  expect(tabId()).toMatch(/^[0-9a-f]{32}$/);
  expect(tabId()).toBe(tabId());
});
