import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeApi } from '../lib/contracts/openapi';
import { VERSION } from '../lib/server/release';
import { valuesPage } from './chart/values-page';
import { apiPage } from './docs/api-page';
import { actionPages, findDrift } from './docs/pages';

/**
 * Writes docs/actions and the HTTP API reference from the definitions. With --check it only reports which files
 * differ, with exit code 1.
 */
const FOLDER = 'docs/actions';

/** The HTTP API reference and the values of the Helm chart, by file. */
function singleFiles(): ReadonlyMap<string, string> {
  const document = describeApi(VERSION);
  return new Map([
    ['docs/openapi.json', `${JSON.stringify(document, null, 2)}\n`],
    ['docs/api.md', apiPage(document)],
    ['docs/kubernetes-values.md', valuesPage()],
  ]);
}

async function outdatedFiles(): Promise<string[]> {
  const outdated: string[] = [];
  for (const [file, content] of singleFiles()) {
    if ((await readFile(file, 'utf8').catch(() => '')) !== content) outdated.push(file);
  }
  return outdated;
}

async function write(): Promise<void> {
  const pages = actionPages();
  const { outdated, stray } = await findDrift(FOLDER, pages);
  await mkdir(FOLDER, { recursive: true });
  for (const name of outdated) await writeFile(join(FOLDER, name), pages.get(name) ?? '');
  for (const name of stray) await rm(join(FOLDER, name));
  for (const [file, content] of singleFiles()) await writeFile(file, content);
  process.stdout.write(
    `${FOLDER}: ${pages.size} pages, ${outdated.length} written, ${stray.length} removed.\n`,
  );
}

async function check(): Promise<void> {
  const { outdated, stray } = await findDrift(FOLDER, actionPages());
  const files = await outdatedFiles();
  if (outdated.length + stray.length + files.length === 0) return;
  for (const name of outdated) process.stderr.write(`${FOLDER}/${name} is not what the definitions say.\n`);
  for (const name of stray) process.stderr.write(`${FOLDER}/${name} belongs to no action.\n`);
  for (const file of files) process.stderr.write(`${file} is not what the definitions say.\n`);
  process.stderr.write('Run npm run docs and commit what it wrote.\n');
  process.exitCode = 1;
}

await (process.argv.includes('--check') ? check() : write());
