/** A word that docs/glossary.md refuses. */
export interface RefusedWord {
  /** In lower case, as a sequence of words. */
  readonly words: readonly string[];
  /** The term to use instead. */
  readonly term: string;
  readonly kinds: readonly ('name' | 'text')[];
  /** Folders and files where the word is allowed, with another meaning. */
  readonly exceptIn: readonly string[];
}

const ROW = /^\| (?<term>[^|]+) \| [^|]+ \| (?<not>[^|]*) ?\|$/;
const SCOPE = /^in (names|texts): /;
const EXCEPT = / \(not in ([^)]+)\)$/;
const CODE = /`([^`]+)`/g;

/** Reads the refused words of the glossary: those in code style in the column "Not". */
export function readGlossary(markdown: string): RefusedWord[] {
  return markdown.split('\n').flatMap((line) => {
    const { term = '', not = '' } = ROW.exec(line)?.groups ?? {};
    return not
      .trim()
      .split('; ')
      .flatMap((segment) => readSegment(segment, term.trim()));
  });
}

function readSegment(segment: string, term: string): RefusedWord[] {
  const scope = SCOPE.exec(segment)?.[1];
  const folders = EXCEPT.exec(segment)?.[1] ?? '';
  return codesOf(segment.replace(EXCEPT, '')).map((entry) => ({
    words: wordsOf(entry),
    term,
    kinds: scope === undefined ? ['name', 'text'] : [scope === 'names' ? 'name' : 'text'],
    exceptIn: codesOf(folders),
  }));
}

function codesOf(text: string): string[] {
  return [...text.matchAll(CODE)].map(([, code = '']) => code);
}

/** The words of a name or a text in lower case: `#isOnHold` and "is on hold" have the same words. */
export function wordsOf(text: string): string[] {
  const spaced = text
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  return spaced.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
