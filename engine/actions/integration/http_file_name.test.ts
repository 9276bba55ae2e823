import { expect, it } from 'vitest';
import { fileNameOf } from './http_file_name';

const named = (disposition: string, url = 'http://service.test/files/42') =>
  fileNameOf(disposition === '' ? {} : { 'content-disposition': disposition }, new URL(url));

it.each([
  ['attachment; filename=report.pdf', 'report.pdf'],
  ['attachment; filename="a \\"b\\".pdf"; size=3', 'a "b".pdf'],
  ["attachment; filename=plain.txt; filename*=UTF-8''gr%C3%BC%C3%9Fe.txt", 'grüße.txt'],
  ["attachment; filename*=UTF-8''%ff; filename=plain.txt", 'plain.txt'],
  ['inline', '42'],
  ['attachment; filename="../../etc/passwd"', 'passwd'],
  ['attachment; filename="C:\\\\Users\\\\me\\\\x.doc"', 'x.doc'],
  ["attachment; filename*=UTF-8''..%2F..%2Fx", 'x'],
  ["attachment; filename*=UTF-8''a%00b%0d%0ac", 'abc'],
  ['attachment; filename=""', 'response'],
])('%s names %s', (disposition, name) => expect(named(disposition)).toBe(name));

it.each([
  ['http://service.test/a/b%20c.png?x=/y', 'b c.png'],
  ['http://service.test/a/', 'response'],
  ['http://service.test/%ff', 'response'],
  ['http://service.test/a%2F..%2Fb', 'b'],
])('%s ends in %s', (url, name) => expect(named('', url)).toBe(name));
