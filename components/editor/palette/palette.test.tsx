// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { catalogue } from '@/engine/actions';
import { openInTest } from '../form/testing/open-in-test';
import { focusRequest } from '../inspector/focus-field';
import { selectSteps } from '../model/selection';
import { Palette } from './palette';

afterEach(() => {
  cleanup();
  focusRequest.set(undefined);
});

const NO_PANELS = {
  focusInspector() {},
  focusLeft() {},
  focusDock() {},
  openLeft() {},
  toggle() {},
};

function open() {
  const session = openInTest(
    { steps: [{ id: 'first', action: 'log', params: { message: 'Hello' } }] },
    catalogue.descriptors,
    <Palette />,
  );
  act(() => session.store.select(selectSteps('first')));
  return { session, steps: () => session.store.getState().document.steps };
}

const entry = (title: string) => screen.getByText(title).closest('button') ?? document.body;

describe('an entry of the palette', () => {
  it('is added after the selection by one click', () => {
    const { session, steps } = open();
    fireEvent.click(entry('Wait'), { detail: 1 });
    expect(steps()[1]).toMatchObject({ id: 'wait', depends_on: ['first'] });
    expect(session.store.getState().selection.steps).toEqual(['wait']);
  });

  it('moves the focus to the field to fill in first', () => {
    const { session } = open();
    session.panels.set({ ...NO_PANELS, isOpen: () => true });
    fireEvent.click(entry('HTTP request'), { detail: 1 });
    expect(focusRequest.get()).toEqual({ stepId: 'http_request', path: 'params.url' });
  });

  it('keeps the focus on the canvas while the inspector is closed', () => {
    const { session } = open();
    session.panels.set({ ...NO_PANELS, isOpen: () => false });
    fireEvent.click(entry('HTTP request'), { detail: 1 });
    expect(focusRequest.get()).toBeUndefined();
  });

  it('is added once by a double click, and once by Enter', () => {
    const { steps } = open();
    fireEvent.click(entry('Wait'), { detail: 1 });
    fireEvent.click(entry('Wait'), { detail: 2 });
    expect(steps()).toHaveLength(2);
    fireEvent.keyDown(entry('Wait'), { key: 'Enter' });
    expect(steps()).toHaveLength(3);
  });
});
