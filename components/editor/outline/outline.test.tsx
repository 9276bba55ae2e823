// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { patch } from '@/components/ui/observable';
import type { PipelineDocument } from '@/engine';
import { catalogue } from '@/engine/actions';
import { openInTest } from '../form/testing/open-in-test';
import type { EditorSession } from '../session';
import { CommandsProvider } from '../use-commands';
import { useSession } from '../use-editor';
import { Outline } from './outline';

const document: PipelineDocument = {
  steps: [
    {
      id: 'ask',
      action: 'conditional',
      name: 'Open?',
      params: { condition: 'true', on_true: 'yes', on_false: 'no' },
    },
    { id: 'yes', action: 'log', name: 'Say yes', params: { message: 'x' } },
    { id: 'no', action: 'log', name: 'Say no', params: { message: 'x' } },
  ],
};

beforeEach(() => {
  // Jsdom has no layout: the list is long enough for every row.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(260);
  HTMLElement.prototype.scrollTo = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Framed() {
  const session = useSession();
  const value = { session, lens: false, notify: vi.fn(), startRun: vi.fn(), exitLens: vi.fn() };
  return (
    <CommandsProvider value={value}>
      <Outline />
    </CommandsProvider>
  );
}

const open = (opened = document): EditorSession => openInTest(opened, catalogue.descriptors, <Framed />);
const tree = () => screen.getByRole('tree', { name: 'Steps in execution order' });
const press = (key: string, more: object = {}) => fireEvent.keyDown(tree(), { key, ...more });

it('is a tree with levels, moved through by arrows and typing', () => {
  const session = open();
  const at = () => session.store.getState().selection.steps[0];
  const items = within(tree()).getAllByRole('treeitem');
  expect(items.map((item) => item.getAttribute('aria-level'))).toEqual(['1', '2', '2']);
  press('ArrowDown');
  press('ArrowRight');
  expect(at()).toBe('yes');
  press('ArrowDown');
  expect(at()).toBe('no');
  press('ArrowLeft');
  expect(at()).toBe('ask');
  press('s');
  expect(at()).toBe('yes');
  expect(tree().getAttribute('aria-activedescendant')).toBe('outline-1');
});

it('filters by title, id and action', () => {
  open();
  const filter = screen.getByRole('textbox', { name: 'Filter steps' });
  fireEvent.change(filter, { target: { value: 'log no' } });
  expect(screen.getAllByRole('treeitem')).toHaveLength(1);
  fireEvent.change(filter, { target: { value: 'nothing' } });
  expect(screen.getByRole('status').textContent).toBe('No steps match “nothing”');
});

it('renames a step in place with F2', async () => {
  const session = open();
  press('End');
  press('F2');
  const field = screen.getByRole('textbox', { name: 'Title' });
  fireEvent.change(field, { target: { value: 'Refuse' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(session.store.getState().document.steps[2]?.name).toBe('Refuse');
  await waitFor(() => expect(globalThis.document.activeElement).toBe(tree()));
});

it('offers every edit in its menu, opened with the keyboard', async () => {
  const session = open();
  press('End');
  press('F10', { shiftKey: true });
  const names = (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
  for (const name of ['Rename', 'Connect to…', 'Add step after', 'Disable', 'Duplicate', 'Delete']) {
    expect(
      names.some((text) => text?.includes(name)),
      name,
    ).toBe(true);
  }
  fireEvent.click(screen.getByRole('menuitem', { name: /^Disable/ }));
  expect(session.store.getState().document.steps[2]?.disabled).toBe(true);
});

it('connects a step to one that is chosen from a list', async () => {
  const session = open({
    steps: [...document.steps, { id: 'end', action: 'log', name: 'End', params: { message: 'x' } }],
  });
  press('ArrowDown');
  press('ArrowDown');
  press('F10', { shiftKey: true });
  fireEvent.click(await screen.findByRole('menuitem', { name: /^Connect to/ }));
  fireEvent.click(await screen.findByRole('menuitem', { name: /^End/ }));
  expect(session.store.getState().document.steps[3]?.depends_on).toEqual(['yes']);
  expect(session.announcement.get()).toBe('Connected yes, to end.');
});

it('adds the first step of an empty pipeline', () => {
  const session = open({ steps: [] });
  fireEvent.click(screen.getByRole('button', { name: 'Add step' }));
  expect(session.interaction.get().picker).toBeDefined();
});

it('counts a missing value as one to fill in until the values were reviewed', async () => {
  const session = open({ steps: [{ id: 'get', action: 'http_request', params: {} }] });
  await within(tree()).findByLabelText('1 to fill in');
  act(() => patch(session.reviewed, { all: true }));
  expect(within(tree()).getByLabelText('1 problem')).toBeDefined();
});

it('shows a frame above its steps, renames it with F2, and collapses it in its menu', async () => {
  const frame = { id: 'f', title: 'Replies', x: 0, y: 0, width: 300, height: 200, steps: ['yes', 'no'] };
  const session = open({ ...document, layout: { frames: [frame] } });
  const framed = () => session.store.getState().document.layout?.frames?.[0];
  const rows = within(tree()).getAllByRole('treeitem');
  expect(rows.map((row) => `${row.ariaLevel ?? row.getAttribute('aria-level')} ${row.textContent}`)).toEqual([
    '1 Open?ask',
    '1 Replies2 steps',
    '2 trueSay yesyes',
    '2 falseSay nono',
  ]);
  press('ArrowDown');
  press('ArrowDown');
  expect(session.store.getState().selection.frames).toEqual(['f']);
  press('ArrowRight');
  expect(session.store.getState().selection.steps).toEqual(['yes']);
  press('ArrowLeft');
  press('F2');
  const field = screen.getByRole('textbox', { name: 'Title' });
  fireEvent.change(field, { target: { value: 'Answers' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(framed()?.title).toBe('Answers');
  press('F10', { shiftKey: true });
  expect(screen.queryByRole('menuitem', { name: /^Connect/ })).toBeNull();
  fireEvent.click(await screen.findByRole('menuitem', { name: /^Collapse/ }));
  expect(framed()?.collapsed).toBe(true);
});
