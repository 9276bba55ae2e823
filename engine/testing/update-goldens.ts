/**
 * Runs every golden pipeline and writes down the journal that it gives now: `npx tsx engine/testing/update-goldens.ts`.
 * Read the difference before committing it: each line that changed is a promise that changed.
 */
import { goldenJournal, runGolden } from './golden';
import { readGoldens, writeGolden } from './golden-files';

for (const { file, golden } of readGoldens()) {
  const { journal } = await runGolden(golden);
  writeGolden(file, { ...golden, journal: goldenJournal(journal.events) });
}
