// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { indexDescriptors, type PipelineDocument } from '@/engine';
import { catalogue } from '@/engine/actions';
import { openInTest } from '../form/testing/open-in-test';
import { selectSteps } from '../model/selection';
import { Inspector } from './inspector';

afterEach(cleanup);

const descriptors = indexDescriptors(JSON.parse(JSON.stringify(catalogue.descriptors.all)));
const get = { id: 'get', action: 'http_request', params: { url: 'https://example.org' } };

function open(rest: Partial<PipelineDocument> = {}) {
  // jsdom lacks this; text editors need it to measure.
  Range.prototype.getClientRects ??= () => document.createElement('i').getClientRects();
  return openInTest({ name: 'p', steps: [get], ...rest }, descriptors, <Inspector />);
}

function fieldAt(path: string): HTMLElement {
  const field = document.querySelector<HTMLElement>(`[data-field="${path}"]`);
  if (field === null) throw new Error(`no field ${path}`);
  return field;
}

describe('the focus', () => {
  it('is in the editor after a switch to Expression, and in the control after the switch back', async () => {
    const session = open();
    act(() => session.store.select(selectSteps('get')));
    const url = () => within(fieldAt('params.url'));
    act(() => url().getByRole('radio', { name: 'Expression' }).focus());
    fireEvent.click(url().getByRole('radio', { name: 'Expression' }));
    await waitFor(() => expect(document.activeElement).toBe(url().getByRole('textbox')));
    fireEvent.click(url().getByRole('radio', { name: 'Value' }));
    await waitFor(() => expect(document.activeElement).toBe(url().getByRole('textbox')));
    expect(document.activeElement?.tagName).toBe('INPUT');
  });

  it('is in the name of the first row after headers were added', async () => {
    const session = open();
    act(() => session.store.select(selectSteps('get')));
    fireEvent.click(screen.getByRole('button', { name: 'Add Headers' }));
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Name 1 of Headers'));
    expect(session.store.getState().document.steps[0]?.params?.headers).toEqual({});
  });

  it('stays in the name of a parameter that is renamed, whose form stays open', async () => {
    open({ params: { x: { type: 'integer' } } });
    const details = fieldAt('params.x').closest('details');
    details?.setAttribute('open', '');
    const input = screen.getByRole('textbox', { name: 'Name of the parameter x' });
    act(() => input.focus());
    fireEvent.change(input, { target: { value: 'count' } });
    fireEvent.keyDown(input, { key: 'Enter' });
    expect(fieldAt('params.count').closest('details')).toBe(details);
    expect(details?.open).toBe(true);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Name of the parameter count');
  });
});
