import { describe, expect, it } from 'vitest';
import { type KeyPress, matchesShortcut, showShortcut } from './shortcut';

const press = (key: string, change: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...change,
});

describe('shortcuts', () => {
  it('treats Ctrl and ⌘ as Mod', () => {
    expect(matchesShortcut(press('z', { ctrlKey: true }), 'Mod+Z')).toBe(true);
    expect(matchesShortcut(press('z', { metaKey: true }), 'Mod+Z')).toBe(true);
    expect(matchesShortcut(press('z'), 'Mod+Z')).toBe(false);
  });

  it('distinguishes Shift for letters and not for symbols', () => {
    expect(matchesShortcut(press('Z', { ctrlKey: true, shiftKey: true }), 'Mod+Z')).toBe(false);
    expect(matchesShortcut(press('L', { shiftKey: true }), 'Shift+L')).toBe(true);
    expect(matchesShortcut(press('?', { shiftKey: true }), '?')).toBe(true);
    expect(matchesShortcut(press('+', { shiftKey: true }), '+')).toBe(true);
  });

  it('reads Backspace as Delete', () => {
    expect(matchesShortcut(press('Backspace'), 'Delete')).toBe(true);
  });

  it('is shown as on the platform', () => {
    expect(showShortcut('Mod+Shift+Z', false)).toBe('Ctrl+Shift+Z');
    expect(showShortcut('Mod+Shift+Z', true)).toBe('⌘⇧Z');
    expect(showShortcut('+', false)).toBe('+');
    expect(showShortcut('ArrowLeft', false)).toBe('←');
  });
});
