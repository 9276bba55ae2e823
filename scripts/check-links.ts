/** Checks that every link in a page, and every reference to a page in the code, has a target. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findBrokenLinks } from './docs/links';
import { readSources } from './docs/source-files';
import { fail, projectRoot } from './run';

const READ = /\.(md|tsx?|mjs|cjs|css|json)$/;

async function main(): Promise<void> {
  const texts = await readSources(projectRoot, READ);
  const broken = findBrokenLinks({ texts, exists: (path) => existsSync(join(projectRoot, path)) });
  if (broken.length === 0) return;
  const lines = broken.map(({ file, line, message }) => `  ${file}:${line}: ${message}`);
  throw new Error(`Broken links:\n${lines.join('\n')}`);
}

await main().catch(fail);
