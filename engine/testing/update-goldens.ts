/**
 * Runs every golden pipeline and saves its journal: `npx tsx engine/testing/update-goldens.ts`. Review the
 * diff before committing it: each changed line is a changed behaviour.
 */
import { goldenJournal, runGolden } from './golden';
import { readGoldens, writeGolden } from './golden-files';

for (const { file, golden } of readGoldens()) {
  const { journal } = await runGolden(golden);
  writeGolden(file, { ...golden, journal: goldenJournal(journal.events) });
}
