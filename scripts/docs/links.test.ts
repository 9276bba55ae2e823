import { describe, expect, it } from 'vitest';
import { findBrokenLinks } from './links';

const RULES = ['# Rules', '', '## 3. Order', '', '### 3.4 Join', ''].join('\n');
/** Joined here, so that the check of the repository does not take these plants for citations of its own. */
const CITED = ['docs', 'rules.md'].join('/');
const GONE = ['docs', 'gone.md'].join('/');

function broken(files: Record<string, string>): string[] {
  const texts = new Map(Object.entries({ 'docs/rules.md': RULES, ...files }));
  const exists = (path: string) => texts.has(path);
  return findBrokenLinks({ texts, exists }).map(({ file, line, message }) => `${file}:${line}: ${message}`);
}

describe('links of a page', () => {
  it('point to pages, headings and other files', () => {
    const page =
      '[a](../docs/rules.md#3-order) [b](#top) [c](../engine/run.ts) [d](https://example.org/x)\n# Top';
    expect(broken({ 'pages/page.md': page, 'engine/run.ts': '' })).toEqual([]);
  });

  it('are reported when the page, its heading or an image is missing', () => {
    const page = 'See [a](gone.md).\n[b](../docs/rules.md#35-handlers)\n![c](images/x.png)';
    expect(broken({ 'pages/page.md': page })).toEqual([
      'pages/page.md:1: pages/gone.md does not exist.',
      'pages/page.md:2: docs/rules.md has no heading #35-handlers.',
      'pages/page.md:3: pages/images/x.png does not exist.',
    ]);
  });

  it('count headings of one name as GitHub does', () => {
    const page = '# Test\n## Test\n[first](#test) [second](#test-1) [third](#test-2)';
    expect(broken({ 'a.md': page })).toEqual(['a.md:3: a.md has no heading #test-2.']);
  });

  it('include files that it names in code style', () => {
    const page = 'See `engine/run.ts`, `engine/gone.ts`, `engine/<type>.ts`, `lib/*.ts` and `run.ts`.';
    expect(broken({ 'a.md': page, 'engine/run.ts': '' })).toEqual(['a.md:1: engine/gone.ts does not exist.']);
  });

  it('are ignored in code', () => {
    expect(broken({ 'a.md': '`[a](gone.md)`\n\n```md\n[a](gone.md)\n```' })).toEqual([]);
  });
});

describe('citations in sources', () => {
  it('name pages and sections that exist', () => {
    expect(broken({ 'engine/plan.ts': `/** ${CITED}, section 3.4, section 3. ${CITED}#34-join */` })).toEqual(
      [],
    );
  });

  it('are reported when the section, the heading or the page is missing', () => {
    const source = `// ${CITED}, section 3, section 3.12.\n// ${CITED}#gone\n// ${GONE}`;
    expect(broken({ 'engine/plan.ts': source })).toEqual([
      'engine/plan.ts:1: docs/rules.md has no section 3.12.',
      'engine/plan.ts:2: docs/rules.md has no heading #gone.',
      `engine/plan.ts:3: ${GONE} does not exist.`,
    ]);
  });

  it('name a page of the repository', () => {
    expect(broken({ 'engine/plan.ts': `/** ${'Rules'}, section 3. */` })).toEqual([
      'engine/plan.ts:1: Cite a page of the repository, such as docs/rules.md, section N.',
    ]);
  });

  it('of golden pipelines are sections of the rules', () => {
    const golden = (rule: string) => `{\n  "rule": "${rule}"\n}`;
    expect(
      broken({
        'engine/testing/golden/a.json': golden('3.4 3'),
        'engine/testing/golden/b.json': golden('9'),
      }),
    ).toEqual(['engine/testing/golden/b.json:2: docs/rules.md has no section 9.']);
  });
});
