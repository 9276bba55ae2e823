import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readSources } from '@/scripts/docs/source-files';

const ROOT = process.cwd();

describe('docs/security.md', async () => {
  const page = await readFile('docs/security.md', 'utf8');
  const tests = [...(await readSources(ROOT, /\.(test|spec)\.tsx?$/)).values()];
  const cited = [...page.matchAll(/"([a-z][^"\n]{8,}?)(?: …)?"/g)].map(([, title = '']) => title);

  it('cites tests by their titles', () => {
    expect(cited.length).toBeGreaterThan(10);
  });

  it.each(cited)('cites an existing test: %s', (title) => {
    expect(tests.some((text) => text.includes(title))).toBe(true);
  });
});
