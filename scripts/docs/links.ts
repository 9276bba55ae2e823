import { dirname, join } from 'node:path/posix';
import { type PageTargets, readLinks, readPaths, readTargets } from './markdown-links';

/** A link or citation without a target. */
export interface BrokenLink {
  readonly file: string;
  readonly line: number;
  /** What is wrong, and with which target. */
  readonly message: string;
}

/** The files of a repository: paths from its root, with `/`. */
export interface Repository {
  /** Texts of pages and sources by path. */
  readonly texts: ReadonlyMap<string, string>;
  /** Whether a file or folder exists. */
  exists(path: string): boolean;
}

/** `docs/rules.md, section 3.4, section 3.5`, `docs/scaling.md#on-restate` or `docs/backup.md` in a source file. */
const CITATION = /\bdocs\/([\w-]+(?:\/[\w-]+)*\.md)(?:#([\w-]+))?((?:, section \d+(?:\.\d+)*)*)/g;
/** Citations of documents that are not pages of the repository. */
const NO_PAGE = /\bRules, section \d|\b(?:editor|security) (?:specification|design),/i;
const GOLDEN = /^engine\/testing\/golden\/.*\.json$/;
const GOLDEN_RULE = /^\s*"rule": "([\d. ]+)"/;
const RULES = 'docs/rules.md';

/** Every link of a page and every citation in a source without a target. */
export function findBrokenLinks(repository: Repository): BrokenLink[] {
  const pages = new Map<string, PageTargets>();
  for (const [path, text] of repository.texts) if (isPage(path)) pages.set(path, readTargets(text));
  return [...repository.texts].flatMap(([file, text]) => {
    const problems = isPage(file)
      ? brokenInPage(file, text, pages, repository)
      : brokenInSource(file, text, pages);
    return problems.map(({ line, message }) => ({ file, line, message }));
  });
}

type Problem = Omit<BrokenLink, 'file'>;
type Pages = ReadonlyMap<string, PageTargets>;

function isPage(path: string): boolean {
  return path.endsWith('.md');
}

function brokenInPage(file: string, text: string, pages: Pages, repository: Repository): Problem[] {
  const paths = readPaths(text).filter(({ target }) => !repository.exists(target));
  const links = readLinks(text).flatMap(({ target, line }) => {
    if (/^[a-z][a-z+.-]*:/i.test(target)) return [];
    const [path = '', anchor] = target.split('#');
    const page = path === '' ? file : join(dirname(file), path);
    if (!repository.exists(page)) return [{ line, message: `${page} does not exist.` }];
    return anchorProblems(page, anchor, pages).map((message) => ({ line, message }));
  });
  return [...links, ...paths.map(({ target, line }) => ({ line, message: `${target} does not exist.` }))];
}

function brokenInSource(file: string, text: string, pages: Pages): Problem[] {
  return text.split('\n').flatMap((content, index) => {
    const found = [...content.matchAll(CITATION)].flatMap(([, name = '', anchor, sections = '']) =>
      citationProblems(`docs/${name}`, anchor, sections, pages),
    );
    if (NO_PAGE.test(content)) found.push(`Cite a page of the repository, such as ${RULES}, section N.`);
    if (GOLDEN.test(file)) found.push(...goldenProblems(content, pages));
    return found.map((message) => ({ line: index + 1, message }));
  });
}

function citationProblems(
  page: string,
  anchor: string | undefined,
  sections: string,
  pages: Pages,
): string[] {
  if (!pages.has(page)) return [`${page} does not exist.`];
  const numbers = [...sections.matchAll(/section ([\d.]+)/g)].map(([, number = '']) => number);
  return [...anchorProblems(page, anchor, pages), ...sectionProblems(page, numbers, pages)];
}

function goldenProblems(content: string, pages: Pages): string[] {
  const rule = GOLDEN_RULE.exec(content)?.[1];
  return rule === undefined ? [] : sectionProblems(RULES, rule.split(' '), pages);
}

function anchorProblems(page: string, anchor: string | undefined, pages: Pages): string[] {
  const targets = pages.get(page);
  if (anchor === undefined || targets === undefined || targets.anchors.has(anchor)) return [];
  return [`${page} has no heading #${anchor}.`];
}

function sectionProblems(page: string, sections: readonly string[], pages: Pages): string[] {
  const known = pages.get(page)?.sections ?? new Set();
  return sections
    .filter((section) => !known.has(section))
    .map((section) => `${page} has no section ${section}.`);
}
