import { type CheckReport, check } from '@/lib/server/backups';
import { EXIT, printJson, printLine } from '../output';
import { explaining } from '../problem';

export interface CheckCommandOptions {
  readonly data?: string;
  readonly json: boolean;
}

/** Verifies all stored data. @returns the exit code: 1 when something is damaged */
export function checkData(options: CheckCommandOptions): Promise<number> {
  return explaining(options, async () => {
    const report = await check(options.data);
    if (options.json) printJson(report);
    else print(report);
    return report.problems.length === 0 ? EXIT.completed : EXIT.failed;
  });
}

function print({ target, problems, notes, checked, advice }: CheckReport): void {
  const counts = Object.entries(checked).map(([kind, count]) => `${count} ${kind}`);
  if (counts.length > 0) printLine(`Checked in ${target}: ${counts.join(', ')}.`);
  for (const problem of problems) printLine(`✕ ${problem}`);
  for (const note of notes) printLine(`△ ${note}`);
  printLine(problems.length === 0 ? 'No damage found.' : `Problems: ${problems.length}.`);
  if (advice !== undefined) printLine(advice);
}
