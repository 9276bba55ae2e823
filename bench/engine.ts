import { applyEvent, foldEvents, validate } from '@/engine';
import { catalogue } from '@/engine/actions';
import { runInMemory } from './in-memory';
import { drawing, sequence } from './pipelines';
import { measure, ms, perSecond, printTable, quantile, type Row } from './table';

/** Planner and fold alone: no database, no network. */
export async function benchEngine(): Promise<void> {
  const rows: Row[] = [];
  for (const steps of [40, 1000, 10_000]) {
    const document = sequence(steps);
    const times = steps > 1000 ? 5 : 30;
    const planned = quantile(await measure(times, () => runInMemory(document)), 0.5);
    const { events } = await runInMemory(document);
    const folded = quantile(
      await measure(times, () => {
        const state = foldEvents([]);
        for (const event of events) applyEvent(state, event);
      }),
      0.5,
    );
    const name = steps.toLocaleString('en').padStart(6);
    rows.push({ what: `plan and run in memory, ${name} steps`, value: perSecond(steps, planned) });
    rows.push({ what: `fold the journal,       ${name} steps`, value: perSecond(steps, folded) });
  }
  for (const steps of [500, 1000]) {
    const document = drawing(steps);
    const sample = await measure(10, () => validate(structuredClone(document), catalogue.descriptors));
    rows.push({ what: `validate a drawing of ${steps} steps, p50`, value: ms(quantile(sample, 0.5)) });
  }
  printTable('Engine alone', rows);
}
