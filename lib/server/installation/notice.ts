import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type InstallationView, installationView, strictestOf } from '../store/installation-view';

/** How long a notice is fresh after it was written, in ms. */
const FRESH_MS = 5 * 60_000;

/** The folder of notices for the command line, one file per installation. */
const folderIn = (dataDir: string) => join(dataDir, 'installations');

/** Writes the view of an installation to the data folder, readable by this user only. */
export async function writeNotice(dataDir: string, view: InstallationView): Promise<void> {
  const folder = folderIn(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${view.id}.json`);
  await writeFile(`${path}.${process.pid}`, JSON.stringify(view), { mode: 0o600 });
  await rename(`${path}.${process.pid}`, path);
}

/**
 * Every installation with a notice in the data folder. Addresses of stale notices are left out; their egress
 * setting applies unless a fresh notice exists.
 */
export async function readNotices(dataDir: string): Promise<readonly InstallationView[]> {
  const names = await readdir(folderIn(dataDir)).catch(() => []);
  const read = names.filter((name) => name.endsWith('.json')).map((name) => join(folderIn(dataDir), name));
  const notices = (await Promise.all(read.map(readNotice))).flatMap((notice) => notice ?? []);
  const fresh = notices.filter(({ age }) => age < FRESH_MS);
  if (fresh.length > 0) return fresh.map(({ view }) => view);
  const [newest] = notices.sort((one, other) => one.age - other.age);
  return newest ? [{ ...newest.view, endpoints: [] }] : [];
}

/** Combines installations: the strictest setting, and the addresses of all. */
export function combined(views: readonly InstallationView[]): InstallationView | undefined {
  if (views.length === 0) return undefined;
  return {
    id: [...new Set(views.map(({ id }) => id))].join(', '),
    egress: strictestOf(views.flatMap(({ egress }) => egress ?? [])),
    endpoints: views.flatMap(({ endpoints }) => endpoints),
  };
}

/** A file of another release, or an incomplete one, is ignored. */
async function readNotice(path: string): Promise<{ view: InstallationView; age: number } | undefined> {
  try {
    const view = installationView.parse(JSON.parse(await readFile(path, 'utf8')));
    return { view, age: Date.now() - (await stat(path)).mtimeMs };
  } catch {
    return undefined;
  }
}
