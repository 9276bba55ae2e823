// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { catalogue } from '@/engine/actions';
import { leave } from '../commands/select';
import { openInTest } from '../form/testing/open-in-test';
import { selectSteps } from '../model/selection';
import type { EditorSession } from '../session';
import { CanvasHint } from '../toolbar/canvas-hint';
import { Tour } from './tour';
import { TOUR_STEPS } from './tour-steps';

beforeEach(() => {
  // Every test is the first visit of another browser.
  window.localStorage.clear();
});
afterEach(cleanup);

const open = () =>
  openInTest(
    { steps: [{ id: 'a', action: 'log' }] },
    catalogue.descriptors,
    <>
      <input aria-label="A field" />
      <CanvasHint readOnly={false} />
      <Tour />
    </>,
  );
const start = (session: EditorSession) =>
  act(() => session.interaction.set({ ...session.interaction.get(), tour: 0 }));
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const heading = () => screen.queryByRole('heading')?.textContent;

describe('the tour', () => {
  it('is offered on the first visit only, and begins when it is taken', () => {
    open();
    expect(heading()).toBeUndefined();
    press('Take the tour');
    expect(heading()).toBe('Add steps');
    expect(screen.queryByText('New to the editor?')).toBeNull();
    cleanup();
    open();
    expect(screen.queryByRole('button', { name: 'Take the tour' })).toBeNull();
  });

  it('has five steps, forwards and back, which screen readers hear, and ends after the last', async () => {
    const session = open();
    start(session);
    expect(TOUR_STEPS).toHaveLength(5);
    const next = screen.getByRole('button', { name: 'Next' });
    await waitFor(() => expect(document.activeElement).toBe(next));
    press('Next');
    expect(session.announcement.get()).toMatch(/^2 of 5: Connect steps\. Drag from the handle/);
    press('Back');
    expect(heading()).toBe('Add steps');
    for (let step = 1; step < 5; step += 1) press('Next');
    expect(screen.getByText('5 of 5')).toBeDefined();
    press('Done');
    expect(heading()).toBeUndefined();
  });

  it('ends by its button, and by Escape wherever the focus is', () => {
    const session = open();
    start(session);
    press('End tour');
    expect(heading()).toBeUndefined();
    start(session);
    fireEvent.keyDown(screen.getByRole('textbox', { name: 'A field' }), { key: 'Escape' });
    expect(heading()).toBeUndefined();
    expect(session.announcement.get()).toMatch(/^The tour has ended/);
  });

  it('takes the first Escape on the canvas, and leaves the selection to the second', () => {
    const session = open();
    start(session);
    act(() => session.store.select(selectSteps('a')));
    const context = { session, lens: false, notify: vi.fn(), startRun: vi.fn(), exitLens: vi.fn() };
    act(() => leave.run(context));
    expect(heading()).toBeUndefined();
    expect(session.store.getState().selection.steps).toEqual(['a']);
    act(() => leave.run(context));
    expect(session.store.getState().selection.steps).toEqual([]);
  });

  it('leaves Escape to an open dialog', () => {
    const session = open();
    start(session);
    const dialog = document.body.appendChild(document.createElement('div'));
    dialog.setAttribute('role', 'dialog');
    fireEvent.keyDown(dialog, { key: 'Escape' });
    dialog.remove();
    expect(heading()).toBe('Add steps');
  });
});
