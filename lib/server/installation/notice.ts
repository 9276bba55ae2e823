import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type InstallationView, installationView, strictestOf } from '../store/installation-view';

/** A notice counts as the present for this long after it was written, in ms. */
const FRESH_MS = 5 * 60_000;

/** The folder in which servers leave word for the command line, one file per installation. */
const folderIn = (dataDir: string) => join(dataDir, 'installations');

/** Leaves word of an installation in the data folder, for this user alone. */
export async function writeNotice(dataDir: string, view: InstallationView): Promise<void> {
  const folder = folderIn(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${view.id}.json`);
  await writeFile(`${path}.${process.pid}`, JSON.stringify(view), { mode: 0o600 });
  await rename(`${path}.${process.pid}`, path);
}

/**
 * Every installation of which a server left word in the data folder. Addresses of servers that fell silent are left out;
 * what such servers let pipelines call holds while no other server says more.
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

/** The installations as one: what all of them allow, and the addresses of each. */
export function combined(views: readonly InstallationView[]): InstallationView | undefined {
  if (views.length === 0) return undefined;
  return {
    id: [...new Set(views.map(({ id }) => id))].join(', '),
    egress: strictestOf(views.flatMap(({ egress }) => egress ?? [])),
    endpoints: views.flatMap(({ endpoints }) => endpoints),
  };
}

/** A file that another release wrote, or that is not whole, says nothing. */
async function readNotice(path: string): Promise<{ view: InstallationView; age: number } | undefined> {
  try {
    const view = installationView.parse(JSON.parse(await readFile(path, 'utf8')));
    return { view, age: Date.now() - (await stat(path)).mtimeMs };
  } catch {
    return undefined;
  }
}
