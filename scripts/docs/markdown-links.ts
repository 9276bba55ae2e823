/** Targets in a page that other files may refer to: its anchors, and the numbers of its sections. */
export interface PageTargets {
  readonly anchors: ReadonlySet<string>;
  /** `3`, `3.4`: from headings that begin with a number. */
  readonly sections: ReadonlySet<string>;
}

/** A link of a page, with the line it is on. */
export interface PageLink {
  readonly target: string;
  readonly line: number;
}

const FENCE = /^\s*(```|~~~)/;
const HEADING = /^#{1,6}\s+(.+?)\s*#*$/;
const SECTION = /^(\d+(?:\.\d+)*)\.?\s/;
const CODE = /`([^`]+)`/g;
/** A file or folder of a zone, without patterns and placeholders. */
const PATH =
  /^(?:app|bench|cli|client|components|docs|drizzle|e2e|engine|faults|lib|scripts|security|worker)\/[\w./[\]-]+$/;
const LINK = /!?\[[^\]]*\]\(([^()\s]+)\)/g;

/** The anchors of a Markdown page, named as by GitHub, and its numbered sections. */
export function readTargets(markdown: string): PageTargets {
  const anchors = new Set<string>();
  const sections = new Set<string>();
  for (const { text } of proseLines(markdown)) {
    const heading = HEADING.exec(text)?.[1];
    if (heading === undefined) continue;
    anchors.add(uniqueAnchor(anchorOf(heading), anchors));
    const section = SECTION.exec(heading)?.[1];
    if (section !== undefined) sections.add(section);
  }
  return { anchors, sections };
}

/** Links and images of a Markdown page, without those in code. */
export function readLinks(markdown: string): PageLink[] {
  return proseLines(markdown).flatMap(({ text, line }) =>
    [...withoutCode(text).matchAll(LINK)].map(([, target = '']) => ({ target, line })),
  );
}

/** Files and folders of the repository that a page names in code style. */
export function readPaths(markdown: string): PageLink[] {
  return proseLines(markdown).flatMap(({ text, line }) =>
    [...text.matchAll(CODE)].flatMap(([, code = '']) => (PATH.test(code) ? [{ target: code, line }] : [])),
  );
}

/** Lines outside fenced code, counted from 1. */
export function proseLines(markdown: string): { text: string; line: number }[] {
  let isCode = false;
  return markdown.split('\n').flatMap((text, index) => {
    const isFence = FENCE.test(text);
    if (isFence) isCode = !isCode;
    return isFence || isCode ? [] : [{ text, line: index + 1 }];
  });
}

/** A line without its inline code. */
export function withoutCode(text: string): string {
  return text.replaceAll(/`[^`]*`/g, '');
}

function anchorOf(heading: string): string {
  const text = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
  return text.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(/\s/g, '-');
}

function uniqueAnchor(anchor: string, taken: ReadonlySet<string>): string {
  let name = anchor;
  for (let count = 1; taken.has(name); count += 1) name = `${anchor}-${count}`;
  return name;
}
