import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders without hand-written files. */
const LEFT_OUT = new Set(['node_modules', 'migrations', 'journals']);

/** Texts of the files of a repository that match a pattern, by path from its root, without hidden folders. */
export async function readSources(root: string, pattern: RegExp): Promise<Map<string, string>> {
  const paths = (await listFiles(root, '')).filter((path) => pattern.test(path)).sort();
  const texts = await Promise.all(paths.map((path) => readFile(join(root, path), 'utf8')));
  return new Map(paths.map((path, index) => [path, texts[index] ?? '']));
}

async function listFiles(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const lists = entries.map(async (entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isFile()) return [path];
    const isRead = entry.isDirectory() && !entry.name.startsWith('.') && !LEFT_OUT.has(entry.name);
    return isRead ? listFiles(root, path) : [];
  });
  return (await Promise.all(lists)).flat();
}
