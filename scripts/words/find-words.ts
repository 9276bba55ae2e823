import { basename } from 'node:path/posix';
import { proseLines, withoutCode } from '../docs/markdown-links';
import { declaredNames, type Found, visibleTexts } from './extract';
import { type RefusedWord, wordsOf } from './glossary';

/** A refused word in a file. */
export interface Violation {
  readonly file: string;
  readonly line: number;
  /** The refused word as in the list of allowed ones: `on hold`. */
  readonly word: string;
  /** The name or text that contains it. */
  readonly found: string;
  readonly term: string;
}

/** Zones with texts that people read. */
const SHOWN = /^(app|components|engine\/actions)\//;

/** Finds refused words in file names, declared names, visible texts and pages. */
export function findWords(
  sources: ReadonlyMap<string, string>,
  refused: readonly RefusedWord[],
): Violation[] {
  return [...sources].flatMap(([file, source]) => {
    const applying = refused.filter(({ exceptIn }) => !exceptIn.some((place) => isIn(file, place)));
    return foundIn(file, source).flatMap((found) => violationsOf(file, found, applying));
  });
}

function foundIn(file: string, source: string): Found[] {
  if (file.endsWith('.md')) return pageTexts(source);
  const own: Found = { kind: 'name', value: basename(file).replace(/\..*$/, ''), line: 1 };
  return [own, ...declaredNames(file, source), ...(SHOWN.test(file) ? visibleTexts(file, source) : [])];
}

function pageTexts(markdown: string): Found[] {
  return proseLines(markdown).map(({ text, line }) => ({ kind: 'text', value: withoutCode(text), line }));
}

function isIn(file: string, place: string): boolean {
  return file === place || file.startsWith(`${place}/`);
}

function violationsOf(file: string, found: Found, refused: readonly RefusedWord[]): Violation[] {
  const words = ` ${wordsOf(found.value).join(' ')} `;
  return refused
    .filter((entry) => entry.kinds.includes(found.kind) && words.includes(` ${entry.words.join(' ')} `))
    .map((entry) => ({
      file,
      line: found.line,
      word: entry.words.join(' '),
      found: found.value.replaceAll(/\s+/g, ' ').trim(),
      term: entry.term,
    }));
}
