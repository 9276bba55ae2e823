// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PipelineDocument } from '@/engine';
import { catalogue } from '@/engine/actions';
import { openInTest } from '../form/testing/open-in-test';
import { FindPanel } from './find-panel';
import { moveToMatch, openFind } from './finding';

const document: PipelineDocument = {
  steps: [
    { id: 'get', action: 'http_request', name: 'Fetch orders', params: { url: 'https://orders.example' } },
    { id: 'tell', action: 'log', params: { message: 'Orders: {{steps.get.output}}' } },
  ],
};

beforeEach(() => {
  // Jsdom has no layout.
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(cleanup);

function open(replacing = false) {
  const session = openInTest(document, catalogue.descriptors, <FindPanel />);
  act(() => openFind(session, { replacing }));
  return session;
}

const box = () => screen.getByRole('textbox', { name: 'Find in steps' });
const count = () => screen.getByRole('status').textContent;
const type = (text: string) => fireEvent.change(box(), { target: { value: text } });

it('counts the matches, selects their steps in the order of execution, and goes round with Enter', () => {
  const session = open();
  expect(globalThis.document.activeElement).toBe(box());
  type('orders');
  expect(count()).toBe('1 of 3');
  const selected = () => session.store.getState().selection.steps;
  expect(selected()).toEqual(['get']);
  fireEvent.keyDown(box(), { key: 'Enter' });
  fireEvent.keyDown(box(), { key: 'Enter' });
  expect(count()).toBe('3 of 3');
  expect(selected()).toEqual(['tell']);
  fireEvent.keyDown(box(), { key: 'Enter' });
  expect(count()).toBe('1 of 3');
  fireEvent.keyDown(box(), { key: 'Enter', shiftKey: true });
  expect(count()).toBe('3 of 3');
  act(() => moveToMatch(session, -1));
  expect(count()).toBe('2 of 3');
});

it('lists each match with its place and text, and highlights the steps', () => {
  const session = open();
  type('orders');
  const list = within(screen.getByRole('list', { name: 'Matches' }));
  const rows = list.getAllByRole('button').map((row) => row.textContent);
  expect(rows).toEqual([
    'Fetch orders TitleFetch orders',
    'Fetch orders params.urlhttps://orders.example',
    'Log params.messageOrders: {{steps.get.output}}',
  ]);
  expect(session.interaction.get().found).toEqual(new Set(['get', 'tell']));
  fireEvent.click(list.getAllByRole('button')[2] ?? box());
  expect(session.store.getState().selection.steps).toEqual(['tell']);
  fireEvent.keyDown(box(), { key: 'Escape' });
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(session.interaction.get().found).toBeUndefined();
});

it('says that nothing matches, and follows the document', () => {
  const session = open();
  type('invoices');
  expect(count()).toBe('No matches');
  act(() =>
    session.store.edit('Rename', (current) => ({
      ...current,
      steps: current.steps.map((step) => ({ ...step, name: 'Invoices' })),
    })),
  );
  expect(count()).toBe('1 of 2');
});

it('replaces the selected texts as one edit after a preview', async () => {
  const session = open(true);
  type('orders');
  fireEvent.change(screen.getByRole('textbox', { name: 'Replace with' }), { target: { value: 'invoices' } });
  fireEvent.click(screen.getByRole('button', { name: 'Preview changes' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Replace “orders” with “invoices”' }));
  expect(dialog.getAllByRole('checkbox')).toHaveLength(3);
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Log, params.message' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Replace 2' }));
  const steps = () => session.store.getState().document.steps;
  expect(steps()[0]).toMatchObject({ name: 'Fetch invoices', params: { url: 'https://invoices.example' } });
  expect(steps()[1]).toEqual(document.steps[1]);
  expect(session.announcement.get()).toBe('Replaced 2 matches.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  act(() => session.store.undo());
  expect(session.store.getState().document).toBe(document);
});
