import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from './run';
import { licenceList } from './supply/licence-list';
import { readLockfile } from './supply/lockfile';
import { sbomText } from './supply/sbom';

/** Writes docs/sbom.cdx.json and docs/licences.md from package-lock.json; with --check only reports, by exit code 1, which differ. */
const lockfile = readLockfile();
const files = new Map([
  ['docs/sbom.cdx.json', sbomText(lockfile)],
  ['docs/licences.md', licenceList(lockfile)],
]);

for (const [name, text] of files) {
  const path = join(projectRoot, name);
  if ((await readFile(path, 'utf8').catch(() => '')) === text) continue;
  if (process.argv.includes('--check')) {
    process.stderr.write(
      `${name} differs from package-lock.json. Run npm run sbom and commit what it wrote.\n`,
    );
    process.exitCode = 1;
  } else {
    await writeFile(path, text);
    process.stdout.write(`${name} written.\n`);
  }
}
