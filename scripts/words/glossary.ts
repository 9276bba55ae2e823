/** A word that is not used, as docs/glossary.md says. */
export interface RefusedWord {
  /** In lower case; several words follow each other. */
  readonly words: readonly string[];
  /** The term of the glossary that stands for it. */
  readonly term: string;
  readonly kinds: readonly ('name' | 'text')[];
  /** Folders where the word has another meaning. */
  readonly exceptIn: readonly string[];
}

const ROW = /^\| (?<term>[^|]+) \| [^|]+ \| (?<not>[^|]*) ?\|$/;
const SCOPE = /^in (names|texts): /;
const ENTRY = /`([^`]+)`(?: \(not in ([^)]+)\))?/g;
const FOLDER = /`([^`]+)`/g;

/** Reads the refused words of the glossary: those in code style in the column "Not". */
export function readGlossary(markdown: string): RefusedWord[] {
  return markdown.split('\n').flatMap((line) => {
    const { term = '', not = '' } = ROW.exec(line)?.groups ?? {};
    return not.split('; ').flatMap((segment) => readSegment(segment, term.trim()));
  });
}

function readSegment(segment: string, term: string): RefusedWord[] {
  const scope = SCOPE.exec(segment)?.[1];
  return [...segment.matchAll(ENTRY)].map(([, entry = '', folders = '']) => ({
    words: wordsOf(entry),
    term,
    kinds: scope === undefined ? ['name', 'text'] : [scope === 'names' ? 'name' : 'text'],
    exceptIn: [...folders.matchAll(FOLDER)].map(([, folder = '']) => folder),
  }));
}

/** The words of a name or a text in lower case: `#isOnHold` and "is on hold" have the same. */
export function wordsOf(text: string): string[] {
  const spaced = text
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  return spaced.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
