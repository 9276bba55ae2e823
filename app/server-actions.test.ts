import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
/** Actions that a person starts. Next runs server actions one at a time, so reads are not among them. */
const MUTATION =
  /^(add|cancel|change|clear|create|delete|duplicate|enable|limit|mark|pin|pause|release|remove|rename|renew|rerun|resolve|restore|resume|revoke|save|scale|set|signal|start|try)([A-Z]|$)/;

const files = ['app', 'components', 'lib'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(folder, file)),
);
const withActions = files.filter((file) => /^'use server';/m.test(readFileSync(join(ROOT, file), 'utf8')));

it.each(withActions)('%s exports only mutations: reads have GET routes', (file) => {
  const source = readFileSync(join(ROOT, file), 'utf8');
  const exported = [...source.matchAll(/^export (?:async function|const|function) (\w+)/gm)];
  const names = exported.map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !MUTATION.test(name))).toEqual([]);
});

it('finds the files with server actions', () => {
  expect(withActions.length).toBeGreaterThanOrEqual(4);
});
