import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { z } from 'zod';

const lockfile = z.object({ packages: z.record(z.string(), z.object({ version: z.string().optional() })) });

/** Installed versions by package name. */
function installed(name: string): string[] {
  const { packages } = lockfile.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  return Object.entries(packages).flatMap(([path, { version }]) =>
    path.endsWith(`node_modules/${name}`) && version !== undefined ? [version] : [],
  );
}

function isAtLeast(version: string, floor: string): boolean {
  const [a, b] = [version, floor].map((text) => text.split(/[.-]/).slice(0, 3).map(Number));
  const index = [0, 1, 2].find((place) => a?.[place] !== b?.[place]);
  return index === undefined || (a?.[index] ?? 0) > (b?.[index] ?? 0);
}

test.each([
  ['drizzle-orm', '0.45.2', 'CVE-2026-39356: identifiers were not quoted'],
  ['next', '16.4.1', 'CVE-2026-94482: server actions could be made to spin'],
  ['nodemailer', '9.1.1', 'line breaks in rarely used options'],
])('%s is %s or later (%s)', (name, floor) => {
  const versions = installed(name);
  expect(versions).not.toEqual([]);
  for (const version of versions) expect(isAtLeast(version, floor)).toBe(true);
});

test.each(['vm2', 'expr-eval', 'jsonata', 'jsonpath-plus', '@nyariv/sandboxjs', 'isolated-vm'])(
  '%s, which executes its input, is not installed',
  (name) => expect(installed(name)).toEqual([]),
);

test('an identifier is quoted with its quotes doubled', () => {
  const query = new PgDialect().sqlToQuery(sql`select ${sql.identifier('a"; drop table x; --')}`);
  expect(query.sql).toBe('select "a""; drop table x; --"');
});
