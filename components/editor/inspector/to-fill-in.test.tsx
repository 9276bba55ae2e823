// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { patch } from '@/components/ui/observable';
import { indexDescriptors } from '@/engine';
import { catalogue } from '@/engine/actions';
import { openInTest } from '../form/testing/open-in-test';
import { selectSteps } from '../model/selection';
import { Inspector } from './inspector';

afterEach(cleanup);

const descriptors = indexDescriptors(JSON.parse(JSON.stringify(catalogue.descriptors.all)));

function openFresh() {
  const session = openInTest(
    { name: 'p', steps: [{ id: 'get', action: 'http_request', params: {} }] },
    descriptors,
    <Inspector />,
  );
  act(() => session.store.select(selectSteps('get')));
  return session;
}

function urlField(): HTMLElement {
  const field = document.querySelector<HTMLElement>('[data-field="params.url"]');
  if (field === null) throw new Error('no field for the URL');
  return field;
}

describe('a required field of a new step', () => {
  it('says calmly that it is to fill in, and is an error once it was left', async () => {
    openFresh();
    await waitFor(() => expect(within(urlField()).getByText('To fill in')).toBeDefined());
    const input = within(urlField()).getByRole('textbox');
    expect(input.getAttribute('aria-invalid')).not.toBe('true');
    act(() => input.focus());
    fireEvent.blur(input);
    expect(within(urlField()).queryByText('To fill in')).toBeNull();
    expect(within(urlField()).getByText(/url is required/)).toBeDefined();
    expect(screen.queryAllByText('To fill in')).toEqual([]);
  });

  it('is an error after Run', async () => {
    const session = openFresh();
    await waitFor(() => expect(within(urlField()).getByText('To fill in')).toBeDefined());
    act(() => patch(session.reviewed, { all: true }));
    expect(within(urlField()).getByText(/url is required/)).toBeDefined();
  });
});
