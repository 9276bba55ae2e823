/**
 * `npx tsx engine/testing/record-journals.ts <prefix> [seed]`: records journals of this build under names
 * that begin with the prefix, such as the protocol's number. Recorded journals are never overwritten.
 */
import fc from 'fast-check';
import { runGolden } from './golden';
import { readGoldens } from './golden-files';
import { keepJournal, recordOf } from './journals';
import { performRun, randomRuns } from './random-runs';

const RANDOM_RUNS = 40;
/** Every fourth golden pipeline is recorded. */
const EVERY_GOLDEN = 4;

const [prefix, seed = '1'] = process.argv.slice(2);
if (prefix === undefined)
  throw new Error('Say under which prefix: npx tsx engine/testing/record-journals.ts p2');

let kept = 0;
let present = 0;
const keep = (...given: Parameters<typeof keepJournal>) => {
  if (keepJournal(...given)) kept += 1;
  else present += 1;
};

for (const [index, { file, golden }] of readGoldens().entries()) {
  if (index % EVERY_GOLDEN !== 0) continue;
  const { journal } = await runGolden(golden);
  keep(`${prefix}-golden-${file}`, recordOf(golden.title, golden.pipeline, journal.events));
}

const drawn = fc.sample(fc.tuple(randomRuns(5), fc.nat(), fc.constantFrom(0, 3, 40)), {
  seed: Number(seed),
  numRuns: RANDOM_RUNS,
});
for (const [index, [run, at, away]] of drawn.entries()) {
  const { events } = await performRun(run);
  // The runner dies and another takes over, so both have written the journal.
  const both = await performRun(run, events.slice(0, 1 + (at % events.length)), away);
  const name = `${prefix}-random-${seed}-${String(index + 1).padStart(2, '0')}.json`;
  keep(
    name,
    recordOf(
      `Random run ${index + 1} of seed ${seed}, taken over at event ${1 + (at % events.length)}`,
      run.document,
      both.events,
    ),
  );
}
process.stdout.write(`${kept} journals recorded; ${present} were there and stay as they are.\n`);
