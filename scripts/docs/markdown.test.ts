import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineAction } from '@/engine/action';
import { catalogue } from '@/engine/actions';
import { createCatalogue } from '@/engine/catalogue';
import { actionDoc } from '../../lib/docs/action-doc';
import { code, codeBlock, text } from './escape';
import { actionPage } from './markdown';
import { actionPages, findDrift } from './pages';

describe('text in Markdown', () => {
  it.each([
    ['a | b', 'a \\| b'],
    ['<b>*bold*</b>', '\\<b\\>\\*bold\\*\\</b\\>'],
    ['an open { brace', 'an open \\{ brace'],
    ['{filename, content}', '`{filename, content}`'],
    ['two\nlines', 'two lines'],
    ['such as {{secrets.<name>}}.', 'such as `{{secrets.<name>}}`.'],
    ['see max_iterations', 'see `max_iterations`'],
    ['read steps.a.output now', 'read `steps.a.output` now'],
    ['{{a || b}}', '`{{a \\|\\| b}}`'],
  ])('of %j is %j', (plain, markdown) => {
    expect(text(plain)).toBe(markdown);
  });

  it('fences code with more backticks than it contains', () => {
    expect(code('a`b')).toBe('``a`b``');
    expect(code('`')).toBe('`` ` ``');
    expect(codeBlock('```', 'json')).toBe('````json\n```\n````');
  });
});

describe('the page of an action', () => {
  const hostile = defineAction({
    type: 'sample',
    title: 'A | B',
    description: 'Text with | and <script> and {{params.x}}.',
    icon: 'log',
    sentence: '',
    category: 'integration',
    effect: 'write',
    idempotent: false,
    docs: { examples: [{ title: '```', step: { id: 's', params: { mode: '```' } } }] },
    params: z.object({
      mode: z.enum(['a|b', '```']).default('a|b').describe('Which | one.'),
    }),
    output: z.object({}),
    run: () => Promise.resolve({}),
  });
  const [descriptor] = createCatalogue([hostile]).descriptors.all;
  const page = descriptor ? actionPage(actionDoc(descriptor)) : '';

  it('keeps every row of a table to its columns', () => {
    const columns = (line: string) => line.replaceAll('\\|', '').split('|').length;
    const tables = page.split('\n\n').filter((block) => block.startsWith('|'));
    expect(tables.length).toBeGreaterThan(1);
    for (const block of tables) expect(new Set(block.split('\n').map(columns)).size).toBe(1);
  });

  it('escapes HTML in text', () => {
    expect(page.replace(/^<!--.*-->/, '')).not.toMatch(/(?<!\\)<(?!n)/);
  });

  it('names accepted spellings', () => {
    const http = catalogue.descriptors.find('api_call');
    const both = http ? actionPage(actionDoc(http)) : '';
    expect(both).toContain('| `timeout_seconds` | `timeout` |');
    expect(both).toContain('"action": "api_call"');
  });
});

describe('the reference in a folder', () => {
  let folder = '';
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is stale when a page is missing, changed, or belongs to no action', async () => {
    folder = await mkdtemp(join(tmpdir(), 'pipewright-docs-'));
    const pages = new Map([
      ['a.md', 'A'],
      ['b.md', 'B'],
      ['c.md', 'C'],
    ]);
    await writeFile(join(folder, 'a.md'), 'A');
    await writeFile(join(folder, 'b.md'), 'old');
    await writeFile(join(folder, 'gone.md'), 'x');
    expect(await findDrift(folder, pages)).toEqual({ outdated: ['b.md', 'c.md'], stray: ['gone.md'] });
    expect(await findDrift(join(folder, 'nowhere'), new Map())).toEqual({ outdated: [], stray: [] });
  });

  it('has a page for each action and a list of them all', () => {
    const names = [...actionPages().keys()];
    expect(names).toEqual(['README.md', ...catalogue.descriptors.all.map(({ type }) => `${type}.md`)]);
  });
});
