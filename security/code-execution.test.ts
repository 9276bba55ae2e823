import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Ways to execute text in this process. Functions of authors run in lib/server/adapters/sandbox instead. */
const BANNED: [name: string, pattern: RegExp][] = [
  ['eval', /(?<![\w.'"`])eval\s*\(/],
  ['indirect eval', /\(\s*0\s*,\s*eval\s*\)|globalThis\s*\.\s*eval/],
  ['Function', /(?<![\w.'"`])(new\s+)?Function\s*\(/],
  ['node:vm', /['"`](node:)?vm['"`/]/],
  ['vm2', /['"`]vm2['"`/]/],
  ['a timer with text', /\bset(Timeout|Interval|Immediate)\s*\(\s*['"`]/],
];

const ZONES = [
  'app',
  'bench',
  'cli',
  'client',
  'components',
  'drizzle',
  'engine',
  'lib',
  'scripts',
  'worker',
];

/** Texts that tests hand to the expression language: they hold these spellings as data. */
const CORPUS = 'engine/testing/hostile-expressions.ts';

/** What people write of code, without the comments. */
function codeOf(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
}

/** Which of these a text uses. */
function uses(text: string): string[] {
  return BANNED.flatMap(([name, pattern]) => (pattern.test(codeOf(text)) ? [name] : []));
}

test.each([
  ['eval(text)', 'eval'],
  ['(0, eval)(text)', 'indirect eval'],
  ['new Function("return 1")', 'Function'],
  ['Function("return 1")()', 'Function'],
  ["import { runInNewContext } from 'node:vm';", 'node:vm'],
  ["require('vm')", 'node:vm'],
  ["import { VM } from 'vm2';", 'vm2'],
  ['setTimeout("work()", 1)', 'a timer with text'],
])('the check finds %s', (text, name) => expect(uses(text)).toContain(name));

test('the product does not execute text', () => {
  const files = execFileSync('git', ['ls-files', '-z', ...ZONES, '*.ts', '*.js', '*.mjs'], {
    encoding: 'utf8',
  })
    .split('\0')
    .filter((path) => /\.(ts|tsx|js|mjs|cjs)$/.test(path) && !/\.test\.tsx?$|^e2e\//.test(path))
    .filter((path) => path !== CORPUS);
  expect(files.length).toBeGreaterThan(300);
  const found = [...new Set(files)]
    .filter((path) => existsSync(path))
    .flatMap((path) => uses(readFileSync(path, 'utf8')).map((name) => `${path}: ${name}`));
  expect(found).toEqual([]);
});
