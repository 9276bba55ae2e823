import { migrate } from '@/lib/server/backups';
import { EXIT, printJson, printLine } from '../output';
import { explaining } from '../problem';

/** Migrates the database of DATABASE_URL to this release. @returns the exit code */
export function migrateTables(options: { readonly json: boolean }): Promise<number> {
  return explaining(options, async () => {
    const database = await migrate();
    if (options.json) printJson({ database });
    else printLine(`${database} has the tables of this release.`);
    return EXIT.completed;
  });
}
