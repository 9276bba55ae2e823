// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { indexDescriptors } from '@/engine';
import { openInTest } from '../form/testing/open-in-test';
import { setOpenText } from '../panels/open-text';
import { SavePill } from './save-pill';

afterEach(cleanup);

it('says that JSON text which was not applied is an unsaved draft, until it is discarded', () => {
  const { store } = openInTest({ name: 'p', steps: [] }, indexDescriptors([]), <SavePill />);
  expect(screen.getByRole('status').textContent).toMatch(/^Saved/);
  const error = { message: 'A comma is missing.', line: 3, column: 1 };
  act(() => setOpenText(store, { text: '{', error, offset: 1, base: store.getState().document }));
  expect(screen.getByRole('status').textContent).toBe('Unsaved draft');
  expect(screen.getByTitle(/line 3: A comma is missing\. .*kept on this device/)).toBeTruthy();
  act(() => setOpenText(store, undefined));
  expect(screen.getByRole('status').textContent).toMatch(/^Saved/);
});
