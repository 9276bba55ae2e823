// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Json } from '@/engine';
import { showField } from '../testing/show-field';

afterEach(cleanup);

const schema = {
  anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
  widget: 'addresses',
  title: 'To',
} as const;

const open = (value?: Json, siblings = {}) =>
  showField({ schema, siblings, ...(value === undefined ? {} : { value }) });
const input = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Add to To' });
const chip = (name: string | RegExp) => screen.getByRole('button', { name });

function type(text: string, key = 'Enter') {
  fireEvent.change(input(), { target: { value: text } });
  fireEvent.keyDown(input(), { key });
}

describe('recipients', () => {
  it('are text for one and a list from the second on', () => {
    const { read } = open();
    type('a@x.org');
    expect(read()).toBe('a@x.org');
    type('b@x.org', ',');
    expect(read()).toEqual(['a@x.org', 'b@x.org']);
    expect(input().value).toBe('');
    expect(screen.getByRole('list', { name: 'To, 2 selected' })).toBeDefined();
  });

  it('stay a list when the author wrote one', () => {
    const { read } = open(['a@x.org', 'b@x.org']);
    fireEvent.click(chip('Remove b@x.org'));
    expect(read()).toEqual(['a@x.org']);
  });

  it('are unchanged until they are edited', () => {
    const { read, session } = open('a@x.org, b@x.org');
    expect(chip('b@x.org')).toBeDefined();
    fireEvent.focus(input());
    fireEvent.blur(input());
    expect(read()).toBe('a@x.org, b@x.org');
    expect(session.store.getState().undo).toHaveLength(0);
  });

  it('are split when several are pasted', () => {
    const { read } = open();
    const text = 'a@x.org; "Doe, Jo" <jo@x.org>\nc@x.org';
    fireEvent.paste(input(), { clipboardData: { getData: () => text } });
    expect(read()).toEqual(['a@x.org', '"Doe, Jo" <jo@x.org>', 'c@x.org']);
  });

  it('are added once when the field loses focus', () => {
    const { read } = open(['a@x.org']);
    fireEvent.change(input(), { target: { value: 'a@x.org, b@x.org' } });
    fireEvent.blur(input());
    expect(read()).toEqual(['a@x.org', 'b@x.org']);
  });

  it('lose the last one with Backspace in the empty input, which is announced', () => {
    const { read } = open(['a@x.org', 'b@x.org']);
    fireEvent.keyDown(input(), { key: 'Backspace' });
    expect(read()).toEqual(['a@x.org']);
    expect(screen.getByText('Removed b@x.org.').getAttribute('role')).toBe('status');
  });

  it('are navigated with the arrow keys', () => {
    open(['a@x.org', 'b@x.org']);
    input().focus();
    fireEvent.keyDown(input(), { key: 'ArrowLeft' });
    expect(document.activeElement).toBe(chip('b@x.org'));
    fireEvent.keyDown(chip('b@x.org'), { key: 'ArrowLeft' });
    expect(document.activeElement).toBe(chip('a@x.org'));
    fireEvent.keyDown(chip('a@x.org'), { key: 'End' });
    expect(document.activeElement).toBe(input());
  });

  it('are removed and edited from their chips', async () => {
    const { read } = open(['a@x.org', 'b@x.org', 'c@x.org']);
    fireEvent.keyDown(chip('b@x.org'), { key: 'Delete' });
    expect(read()).toEqual(['a@x.org', 'c@x.org']);
    await waitFor(() => expect(document.activeElement).toBe(chip('c@x.org')));
    fireEvent.keyDown(chip('c@x.org'), { key: 'Enter' });
    expect(input().value).toBe('c@x.org');
    expect(read()).toEqual(['a@x.org']);
  });

  it('are marked with text when they are not addresses', () => {
    open(['bob', 'a@x.org']);
    expect(screen.getByText(/“bob” is not an email address/)).toBeDefined();
    expect(chip('bob, not an email address')).toBeDefined();
    expect(input().getAttribute('aria-invalid')).toBe('true');
  });

  it('may be any name for a chat channel', () => {
    open(['bob'], { channel: 'chat_a' });
    expect(screen.queryByText(/not an address/)).toBeNull();
  });

  it('may be templates, with closing braces added automatically', () => {
    const { read } = open(['a@x.org']);
    fireEvent.change(input(), { target: { value: '{{' } });
    const area = screen.getByRole('textbox', { name: 'Add to To' });
    expect(area.textContent || (area as HTMLTextAreaElement).value).toContain('{{}}');
    fireEvent.keyDown(area, { key: 'Enter' });
    expect(read()).toEqual(['a@x.org', '{{}}']);
    expect(document.activeElement).toBe(input());
    cleanup();
    open(['{{params.day}}']);
    expect(chip('params.day')).toBeDefined();
  });

  it('are edited as JSON when they are not text', () => {
    open([{ address: 'a@x.org' }]);
    expect(screen.queryByRole('textbox', { name: 'Add to To' })).toBeNull();
  });
});
