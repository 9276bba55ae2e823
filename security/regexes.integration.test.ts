import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { check } from 'recheck';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { parseExpression } from '@/engine';
import { test as holds } from '@/engine/expression';

const PRODUCT = /^(app|client|cli|components|drizzle|engine|lib)\/(?!.*([.]test[.]|testing\/))/;

/** Every regular expression that ships, and where it stands. */
function shippedPatterns(): Map<string, string> {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], { encoding: 'utf8' });
  const found = new Map<string, string>();
  for (const file of files.split('\n').filter((name) => PRODUCT.test(name))) {
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) found.set(node.text, file);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found;
}

test('no pattern of the product takes more than linear time on any text', async () => {
  const patterns = shippedPatterns();
  expect(patterns.size).toBeGreaterThan(80);
  const unsafe: string[] = [];
  for (const [literal, file] of patterns) {
    const end = literal.lastIndexOf('/');
    const verdict = await check(literal.slice(1, end), literal.slice(end + 1), {
      // Steps are limited, not time: on a busy machine a pattern would be called slow by the clock alone.
      attackTimeout: null,
      incubationTimeout: null,
      timeout: 120_000,
    });
    if (verdict.status !== 'safe') unsafe.push(`${file}: ${literal} is ${verdict.status}`);
  }
  expect(unsafe).toEqual([]);
}, 600_000);

const EVIL = [
  '(a+)+$',
  '(a|a)*$',
  '(a*)*b',
  '(.*a){20}',
  '(a|aa)+$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(x+x+)+y',
];

/** 100 patterns that take exponential or polynomial time where they are searched by trying. */
const EVIL_PATTERNS = Array.from(
  { length: 100 },
  (_, index) => `${EVIL[index % EVIL.length]}${'a?'.repeat(index % 9)}`,
);

test('100 hostile patterns are matched against 10 kB of text', () => {
  const names = { text: `${'a'.repeat(10_000)}!` };
  const results = EVIL_PATTERNS.map((pattern) => {
    const start = performance.now();
    const found = holds(parseExpression(`matches(text, ${JSON.stringify(pattern)})`), {
      names,
      step: () => undefined,
    });
    return { pattern, found, ms: performance.now() - start };
  });
  // Searched by trying, one of them would take longer than the time limit of this test.
  const unanchored = results.filter(({ pattern }) => pattern.startsWith('(.*a){20}'));
  expect(results).toHaveLength(100);
  expect(unanchored.every(({ found }) => found)).toBe(true);
  expect(results.find(({ pattern }) => pattern === '(a+)+$')?.found).toBe(false);
  const slowest = results.reduce((a, b) => (a.ms > b.ms ? a : b));
  process.stdout.write(`slowest of 100 evil patterns: ${slowest.pattern} in ${slowest.ms.toFixed(1)} ms\n`);
});
