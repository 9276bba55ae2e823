import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@/engine/json';
import { toCsv } from './csv';
import { csvRows, parseCsv } from './parse-csv';

describe('CSV of a table', () => {
  it('quotes separators, quotes and line breaks, and leaves missing values empty', () => {
    const rows: JsonObject[] = [
      { a: 'x,y', b: 'say "hi"', c: 'two\nlines' },
      { a: 1.5, c: null },
      { b: { k: [1] }, c: true },
    ];
    expect(toCsv(['a', 'b', 'c'], rows)).toBe(
      'a,b,c\r\n"x,y","say ""hi""","two\nlines"\r\n1.5,,\r\n,"{""k"":[1]}",true\r\n',
    );
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =cmd', '|calc', '%0A', '＝1'])(
    'makes the text %j harmless for spreadsheets',
    (text) => {
      const [, [cell]] = parseCsv(toCsv(['a'], [{ a: text }]).replaceAll('\r\n', '\n')) as [
        string[],
        string[],
      ];
      expect(cell).toBe(`'${text}`);
    },
  );

  it('leaves numbers below zero as they are', () => {
    expect(toCsv(['a'], [{ a: -5 }])).toBe('a\r\n-5\r\n');
  });

  it('makes names of columns harmless', () => {
    expect(toCsv(['=x'], [])).toBe("'=x\r\n");
  });
});

describe('reading CSV', () => {
  it('names columns by the first line, reads numbers, and keeps identifiers', () => {
    expect(csvRows('id;zip;n\n7;0123;1.5\n8;;x')).toEqual([
      { id: 7, zip: '0123', n: 1.5 },
      { id: 8, zip: null, n: 'x' },
    ]);
  });

  it('tells columns without a name, or with the same, apart', () => {
    expect(csvRows('a,,a\n1,2,3')).toEqual([{ a: 1, 'column 2': 2, 'a (2)': 3 }]);
  });

  it('reads what it has written', () => {
    const seed = 20261124;
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', 'ü') });
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (pairs) => {
        const rows = pairs.map(([a, b]) => ({ a: `x${a}`, b: `y${b}` }));
        expect(parseCsv(toCsv(['a', 'b'], rows)).slice(1)).toEqual(rows.map(({ a, b }) => [a, b]));
      }),
      { seed },
    );
  });
});
