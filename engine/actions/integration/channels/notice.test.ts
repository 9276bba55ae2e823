import { describe, expect, it } from 'vitest';
import { firstLine, recipientList, shorten, statusLine } from './notice';

const notice = {
  message: 'm',
  title: undefined,
  severity: 'warning',
  priority: undefined,
  recipients: undefined,
} as const;

describe('a notice', () => {
  it('describes severity and priority as text', () => {
    expect(statusLine(notice)).toBe('Warning');
    expect(statusLine({ ...notice, priority: 'high' })).toBe('Warning · Priority: high');
  });

  it('has recipients as text or list', () => {
    expect(recipientList({ ...notice, recipients: ' a, b ,,' })).toEqual(['a', 'b']);
    expect(recipientList({ ...notice, recipients: [' a, b ', ''] })).toEqual(['a, b']);
    expect(recipientList(notice)).toEqual([]);
  });

  it('has its first line as title', () => {
    expect(firstLine('\r\n  \n Hello \u2028 there', 80)).toBe('Hello');
    expect(firstLine('x'.repeat(100), 10)).toBe(`${'x'.repeat(9)}…`);
    expect(firstLine('', 10)).toBe('');
  });

  it('is never cut within a character', () => {
    expect(shorten('ab😀cd', 4)).toBe('ab…');
    expect(shorten('ab😀', 4)).toBe('ab😀');
  });
});
