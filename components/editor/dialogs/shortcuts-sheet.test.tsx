// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { patch } from '@/components/ui/observable';
import { catalogue } from '@/engine/actions';
import { openInTest } from '../form/testing/open-in-test';
import { ShortcutsSheet } from './shortcuts-sheet';

afterEach(cleanup);

it('is searched by name, group and keys', () => {
  const session = openInTest({ steps: [] }, catalogue.descriptors, <ShortcutsSheet />);
  act(() => patch(session.interaction, { dialog: 'shortcuts' }));
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(6);
  const search = (text: string) => {
    fireEvent.change(screen.getByRole('textbox', { name: 'Search shortcuts' }), { target: { value: text } });
    return screen.queryAllByRole('term').map((term) => term.textContent);
  };
  expect(search('redo')).toEqual(['Redo']);
  expect(search('ctrl+f')).toContain('Find in pipeline');
  expect(search('zoom view')).toEqual(expect.arrayContaining(['Zoom in', 'Zoom out']));
  expect(search('no such command')).toEqual([]);
  expect(screen.getByText(/No commands match/)).toBeTruthy();
});
