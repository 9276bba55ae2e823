import { problemOf } from '@/lib/server/backups';
import { EXIT, printJson } from './output';

/** Runs a command and prints a sentence for an error that the user can resolve. @returns the exit code */
export async function explaining(
  options: { readonly json: boolean },
  command: () => Promise<number>,
): Promise<number> {
  try {
    return await command();
  } catch (error) {
    const message = problemOf(error);
    if (message === undefined) throw error;
    if (options.json) printJson({ problems: [{ code: 'refused', severity: 'error', path: '', message }] });
    else process.stderr.write(`${message}\n`);
    return EXIT.refused;
  }
}
