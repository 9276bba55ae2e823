/** Checks that every link of a page and every citation of a page in the code leads to something that exists. */
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
  throw new Error(`Links that lead nowhere:\n${lines.join('\n')}`);
}

await main().catch(fail);
