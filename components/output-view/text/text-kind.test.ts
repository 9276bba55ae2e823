import { expect, it } from 'vitest';
import { kindOfText } from './text-kind';

it.each([
  ['<!doctype html><p>x', 'html'],
  ['<!-- note --><html lang="en">', 'html'],
  ['<p>Hello</p> you', 'html'],
  ['<img src=x onerror=alert(1)>', 'html'],
  ['<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"></svg>', 'svg'],
  ['<svg onload=alert(1)>', 'svg'],
  ['# Title\n\nText', 'markdown'],
  ['Some **bold** words', 'markdown'],
  ['- one\n- two', 'markdown'],
  ['| a | b |\n| - | - |\n| 1 | 2 |', 'markdown'],
  ['a,b\n1,2\n3,4', 'csv'],
  ['a;b\n"x;y";2', 'csv'],
  ['{"a": [1]}', 'json'],
  ['[1, 2]', 'json'],
  ['[not JSON]', 'plain'],
  ['First, some words.\nThen, more words.', 'plain'],
  ['line one\nline two', 'plain'],
  ['5 < 6 and 7 > 3', 'plain'],
  ['data:image/png;base64,iVBORw0KGgo=', 'image'],
  ['data:image/svg+xml;base64,PHN2Zz4=', 'plain'],
  ['data:image/png;base64,x" onerror="alert(1)', 'plain'],
  ['', 'plain'],
])('reads %j as %s', (text, kind) => {
  expect(kindOfText(text)).toBe(kind);
});
