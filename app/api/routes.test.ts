import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '@/lib/contracts/endpoint';
import { ENDPOINTS } from '@/lib/contracts/endpoints';

const ROOT = join(import.meta.dirname, '../..');
const EXPORT = /^export const (GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) = serve\((\w+)Endpoints\.(\w+),/gm;
const ANY_EXPORT = /^export (?:const|(?:async )?function) (?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)\b/gm;

/** The names of path fields come from the endpoint; folders have only their positions. */
const unnamed = (path: string) => path.replaceAll(/:\w+|\[\w+\]/g, ':');
const addressOf = ({ method, path }: Endpoint) => `${method} ${unnamed(path)}`;

/** Endpoints that are separate from others of their subject, so that pages load only what they use. */
const APART: Readonly<Record<string, string>> = { runEvent: 'run', runDiff: 'run', runTime: 'run' };

function endpointOf(group: string, name: string): Endpoint | undefined {
  const subject = APART[group] ?? group;
  return (ENDPOINTS[`${subject}s`] ?? ENDPOINTS[subject])?.[name];
}

/** Answers every other path. */
const OTHERS = '[...path]/route.ts';

const files = readdirSync(join(ROOT, 'app/api'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('/route.ts') && !file.endsWith(OTHERS))
  .map((file) => `app/api/${file.replaceAll('\\', '/')}`);

const routes = files.map((file) => {
  const source = readFileSync(join(ROOT, file), 'utf8');
  return { path: `/${unnamed(dirname(file)).replace(/^app\//, '')}`, file, source };
});

describe('the routes of the API', () => {
  it.each(routes)('$file serves an endpoint with each method', ({ path, source }) => {
    const served = [...source.matchAll(EXPORT)];
    expect(served.length).toBeGreaterThan(0);
    expect(served).toHaveLength([...source.matchAll(ANY_EXPORT)].length);
    for (const [, method, subject = '', name = ''] of served) {
      const endpoint = endpointOf(subject, name);
      expect(endpoint && addressOf(endpoint), `${subject}.${name}`).toBe(`${method} ${path}`);
    }
  });

  it('exist for every endpoint', () => {
    const served = routes.flatMap(({ path, source }) =>
      [...source.matchAll(EXPORT)].map(([, method]) => `${method} ${path}`),
    );
    const defined = Object.values(ENDPOINTS).flatMap((endpoints) => Object.values(endpoints).map(addressOf));
    expect(served.sort()).toEqual(defined.sort());
  });
});
