import type { Problem } from './load';

/** Exit codes of every command. */
export const EXIT = { completed: 0, failed: 1, refused: 2 } as const;

/** Prints one JSON value to standard output. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

/** Prints a line to standard output. */
export function printLine(text = ''): void {
  process.stdout.write(`${text}\n`);
}

/** Prints problems, one per line, with their hints. */
export function printProblems(problems: readonly Problem[]): void {
  for (const problem of problems) {
    const glyph = problem.severity === 'error' ? '✕' : '△';
    const where = [problem.step, problem.path]
      .filter((part) => part !== undefined && part !== '')
      .join(' · ');
    const hint = problem.hint === undefined ? '' : ` ${problem.hint}`;
    process.stderr.write(
      `${glyph} ${problem.severity}${where === '' ? '' : ` at ${where}`}: ${problem.message}${hint}\n`,
    );
  }
}
