import { rm } from 'node:fs/promises';
import type { PipelineDocument } from '@/engine';
import { probes } from '@/engine/testing/probes';
import { compose } from '@/lib/server/compose';
import { openDatabase } from '@/lib/server/open-database';
import { HOW_TO_GET, restateBinary } from '@/lib/server/restate/binary';
import { restateSettings, startTestRestate } from '@/lib/server/restate/testing/restate-server';
import { floorRow } from './floor';
import { benchConfig } from './open';
import { concurrentRuns, rowsOf } from './runs';
import { printTable } from './table';

/** A chain of trivial effects: controls would cost Restate nothing. */
function effects(steps: number): PipelineDocument {
  return {
    name: `${steps} in sequence`,
    steps: Array.from({ length: steps }, (_, at) => ({
      id: `s${at}`,
      action: 'put',
      ...(at === 0 ? {} : { depends_on: [`s${at - 1}`] }),
    })),
  };
}

/** Complete runs on a dedicated Restate server, with the journal in the embedded PostgreSQL. */
export async function benchRestate(): Promise<void> {
  const binary = restateBinary();
  if (binary === undefined) {
    console.log(`\nRuns on Restate: not measured. ${HOW_TO_GET}`);
    return;
  }
  const { config: given, folder } = await benchConfig();
  const restate = await startTestRestate(binary);
  const config = { ...given, restate: await restateSettings(restate) };
  const database = await openDatabase(config);
  const app = await compose(config, database, { catalogue: probes().catalogue });
  try {
    const rows = [
      await floorRow(database.sql),
      ...(await rowsOf(app, { ...effects(1), name: '1 step' }, 1, 20)),
      ...(await rowsOf(app, effects(40), 40, 10, '<= 320 ms')),
    ];
    const { id } = await app.pipelines.create({ text: JSON.stringify(effects(40)) });
    rows.push(await concurrentRuns(app, id, 25), await concurrentRuns(app, id, 100));
    printTable('Runs of effects on Restate, with the journal in PostgreSQL', rows);
  } finally {
    await app.close();
    await restate.close();
    await rm(folder, { recursive: true, force: true });
  }
}
