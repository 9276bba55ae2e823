import { problemOf } from '@/lib/server/backups';
import { EXIT, printJson } from './output';

/** Carries out a command; what keeps it from its end is told in a sentence. @returns the exit code */
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
