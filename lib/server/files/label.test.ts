import { describe, expect, it } from 'vitest';
import { fileLabel, fileType } from './label';
import { HOSTILE_NAMES } from './testing/hostile-names';

describe('fileLabel', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['  Jahresbericht – Größe 2026.csv ', 'Jahresbericht – Größe 2026.csv'],
    ['数据.json', '数据.json'],
    ['../../etc/passwd', '.. .. etc passwd'],
    ['C:\\temp\\x.txt', 'C: temp x.txt'],
    ['a\r\nset-cookie: x', 'a set-cookie: x'],
    ['a\u0000b', 'a b'],
    ['gpj.\u202etxt.exe', 'gpj.txt.exe'],
    ['half \ud800 character', 'half \ufffd character'],
    ['line\u2028break', 'line break'],
    ['', 'file'],
    ['..', 'file'],
    ['///', 'file'],
  ])('makes %j the label %j', (name, label) => {
    expect(fileLabel(name)).toBe(label);
  });

  it('shortens a long name and keeps a short extension', () => {
    expect(fileLabel(`${'x'.repeat(400)}.csv`)).toBe(`${'x'.repeat(251)}.csv`);
    expect(fileLabel('x'.repeat(400))).toHaveLength(255);
    expect(fileLabel('\u{1f600}'.repeat(200))).not.toMatch(/\p{Cs}/u);
  });

  it.each(HOSTILE_NAMES.map((name) => [name]))('contains no path out of a folder for %j', (name) => {
    const label = fileLabel(name);
    expect(label).not.toMatch(/[/\\\p{Cc}\p{Cs}\u202e]/u);
    expect(label).not.toMatch(/^[. ]*$/);
    expect(label.length).toBeLessThanOrEqual(255);
  });
});

describe('fileType', () => {
  it.each(['image/png', 'text/csv; charset=utf-8', 'application/vnd.api+json', 'text/html; charset="UTF-8"'])(
    'keeps %s',
    (type) => {
      expect(fileType(type)).toBe(type);
    },
  );

  it.each([
    '',
    'png',
    'text/html\r\nx: y',
    'text/html, text/plain',
    `text/${'x'.repeat(100)}`,
    'a/b; c="\u0000"',
  ])('treats %j as bytes', (type) => {
    expect(fileType(type)).toBe('application/octet-stream');
  });
});
