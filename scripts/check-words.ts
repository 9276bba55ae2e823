/**
 * Refuses words that docs/glossary.md names in declared names, visible texts and pages, except for those listed in
 * scripts/words/allowed.txt. `--shrink` removes resolved entries from that list.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readSources } from './docs/source-files';
import { fail, projectRoot } from './run';
import { compare, readAllowed, shrink } from './words/allowed';
import { findWords, type Violation } from './words/find-words';
import { readGlossary } from './words/glossary';

const ALLOWED = 'scripts/words/allowed.txt';
const SOURCES = /^(app|bench|cli|client|components|drizzle|engine|faults|lib|scripts|worker)\/.*\.tsx?$/;
const PAGES = /^([A-Z]+\.md|docs\/(?!glossary|licences|actions\/).*\.md|(engine|components)\/.*README\.md)$/;
const TESTS = /\.test\.tsx?$|\/testing\//;
const HEADER =
  '# Words that docs/glossary.md refuses and that are still there. The list may only shrink: npm run words -- --shrink';

function describeViolation({ file, line, word, found, term }: Violation): string {
  return `  ${file}:${line}: "${word}" in "${found}"; the term is "${term}"`;
}

async function main(): Promise<void> {
  const refused = readGlossary(await readFile(join(projectRoot, 'docs/glossary.md'), 'utf8'));
  const sources = await readSources(projectRoot, new RegExp(`${SOURCES.source}|${PAGES.source}`));
  for (const file of sources.keys()) if (TESTS.test(file)) sources.delete(file);
  const violations = findWords(sources, refused);
  const allowed = readAllowed(await readFile(join(projectRoot, ALLOWED), 'utf8'));
  if (process.argv.includes('--shrink')) {
    const entries = shrink(violations, allowed);
    await writeFile(join(projectRoot, ALLOWED), [HEADER, ...entries, ''].join('\n'));
    console.log(`${ALLOWED}: ${entries.length} entries, ${allowed.size} before.`);
    return;
  }
  const { added, gone } = compare(violations, allowed);
  if (added.length > 0) {
    throw new Error(`Words that docs/glossary.md refuses:\n${added.map(describeViolation).join('\n')}`);
  }
  if (gone.length > 0) {
    throw new Error(
      `${ALLOWED} lists words that no longer occur. Run npm run words -- --shrink:\n  ${gone.join('\n  ')}`,
    );
  }
  console.log(
    `Words: ${sources.size} files, ${refused.length} refused words, ${allowed.size} places allowed.`,
  );
}

await main().catch(fail);
