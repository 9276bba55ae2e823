/** A block of a tutorial. */
export type TutorialBlock =
  | { readonly kind: 'file'; readonly path: string; readonly text: string }
  | { readonly kind: 'change'; readonly path: string; readonly lines: readonly string[] }
  | {
      readonly kind: 'command';
      readonly command: string;
      /** Text that its output contains. */
      readonly prints: string;
    };

const BLOCK = /^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm;

/**
 * Reads a tutorial: code with a path is a file, a diff with a path changes one, `sh` is a command and the `text` after
 * it is its output.
 * @throws Error for a block that is none of these
 */
export function readTutorial(markdown: string): TutorialBlock[] {
  const blocks: TutorialBlock[] = [];
  for (const [, language = '', path, text = ''] of markdown.matchAll(BLOCK)) {
    const last = blocks.at(-1);
    if (language === 'diff' && path) blocks.push({ kind: 'change', path, lines: text.trimEnd().split('\n') });
    else if (path) blocks.push({ kind: 'file', path, text });
    else if (language === 'sh') blocks.push({ kind: 'command', command: text.trim(), prints: '' });
    else if (language === 'text' && last?.kind === 'command') {
      blocks[blocks.length - 1] = { ...last, prints: text.trim() };
    } else throw new Error(`A block of ${language} has no path and is no command.`);
  }
  return blocks;
}

/** Adds the lines of a diff to a text. @throws Error when the lines around them are missing */
export function applyChange(text: string, lines: readonly string[]): string {
  const bodies = lines.map((line) => line.slice(1));
  const before = lines.flatMap((line, index) => (line.startsWith(' ') ? [bodies[index]] : [])).join('\n');
  if (!text.includes(before)) throw new Error(`These lines are not there:\n${before}`);
  return text.replace(before, () => bodies.join('\n'));
}
