import { basename } from 'node:path/posix';
import { declaredNames, type Found, visibleTexts } from './extract';
import { type RefusedWord, wordsOf } from './glossary';

/** A refused word in a file. */
export interface Violation {
  readonly file: string;
  readonly line: number;
  /** The refused word as the list of allowed ones has it: `on hold`. */
  readonly word: string;
  /** The name or text in which it stands. */
  readonly found: string;
  readonly term: string;
}

/** Zones whose texts people read. */
const SHOWN = /^(app|components|engine\/actions)\//;

/** Every refused word in the names of files, in the names that they declare and in the texts that people read. */
export function findWords(
  sources: ReadonlyMap<string, string>,
  refused: readonly RefusedWord[],
): Violation[] {
  return [...sources].flatMap(([file, source]) => {
    const applying = refused.filter(
      ({ exceptIn }) => !exceptIn.some((folder) => file.startsWith(`${folder}/`)),
    );
    const texts = SHOWN.test(file) ? visibleTexts(file, source) : [];
    const own: Found = { kind: 'name', value: basename(file).replace(/\..*$/, ''), line: 1 };
    return [own, ...declaredNames(file, source), ...texts].flatMap((found) =>
      violationsOf(file, found, applying),
    );
  });
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
