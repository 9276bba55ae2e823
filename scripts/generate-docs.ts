import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { actionPages, findDrift } from './docs/pages';

/** Writes docs/actions from the definitions; with --check only tells, by exit code 1, which files differ. */
const FOLDER = 'docs/actions';

async function write(): Promise<void> {
  const pages = actionPages();
  const { outdated, stray } = await findDrift(FOLDER, pages);
  await mkdir(FOLDER, { recursive: true });
  for (const name of outdated) await writeFile(join(FOLDER, name), pages.get(name) ?? '');
  for (const name of stray) await rm(join(FOLDER, name));
  process.stdout.write(
    `${FOLDER}: ${pages.size} pages, ${outdated.length} written, ${stray.length} removed.\n`,
  );
}

async function check(): Promise<void> {
  const { outdated, stray } = await findDrift(FOLDER, actionPages());
  if (outdated.length + stray.length === 0) return;
  for (const name of outdated) process.stderr.write(`${FOLDER}/${name} is not what the definitions say.\n`);
  for (const name of stray) process.stderr.write(`${FOLDER}/${name} belongs to no action.\n`);
  process.stderr.write('Run npm run docs and commit what it wrote.\n');
  process.exitCode = 1;
}

await (process.argv.includes('--check') ? check() : write());
