import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { catalogue } from '@/engine/actions';
import { actionDoc } from '../../lib/docs/action-doc';
import { actionPage, indexPage } from './markdown';

/** Every page of the reference, by file name. */
export function actionPages(): ReadonlyMap<string, string> {
  const docs = catalogue.descriptors.all.map(actionDoc);
  return new Map([
    ['README.md', indexPage(docs)],
    ...docs.map((doc) => [`${doc.type}.md`, actionPage(doc)] as const),
  ]);
}

/** How files differ from the expected pages. */
export interface Drift {
  /** Files that are missing or have another content. */
  readonly outdated: readonly string[];
  /** Files without a page. */
  readonly stray: readonly string[];
}

/** Compares a folder with its expected pages. */
export async function findDrift(folder: string, pages: ReadonlyMap<string, string>): Promise<Drift> {
  const names = await filesIn(folder);
  const outdated: string[] = [];
  for (const [name, page] of pages) {
    if (!names.includes(name) || (await readFile(join(folder, name), 'utf8')) !== page) outdated.push(name);
  }
  return { outdated, stray: names.filter((name) => !pages.has(name)) };
}

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => name.endsWith('.md'));
}
