// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { catalogue } from '@/engine/actions';
import { openInTest } from '../form/testing/open-in-test';
import { selectSteps } from '../model/selection';
import { Palette } from './palette';

afterEach(cleanup);

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

  it('is added once by a double click, and once by Enter', () => {
    const { steps } = open();
    fireEvent.click(entry('Wait'), { detail: 1 });
    fireEvent.click(entry('Wait'), { detail: 2 });
    expect(steps()).toHaveLength(2);
    fireEvent.keyDown(entry('Wait'), { key: 'Enter' });
    expect(steps()).toHaveLength(3);
  });
});
