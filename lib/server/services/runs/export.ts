import { compactEvents, type Json, type Payload, type RunEvent } from '@/engine';
import { MAX_RUN_FILE_BYTES, makeRunFile, RUN_FILE_VALUES, type RunFile } from '@/lib/contracts/run-file';
import type { RunDetail } from '@/lib/contracts/runs';
import { VERSION } from '../../release';
import { mapPayloads } from '../../store/event-payloads';
import { loadEvents } from '../../store/load';
import { payloadValues } from '../../store/payloads';
import { slimEvent } from '../../store/slim-events';
import type { ServiceContext } from '../context';
import { Conflict, TooLarge } from '../errors';
import { getRun } from './get';
import { maskedDocument } from './masked-document';

/** A run as one file, and its text. */
export interface ExportedRun {
  readonly file: RunFile;
  readonly text: string;
}

/**
 * A run that has ended as one file, with secrets masked and without references to other runs.
 * @throws NotFound
 * @throws Conflict when the run is active
 * @throws TooLarge
 */
export async function exportRun(ctx: ServiceContext, input: { id: string }): Promise<ExportedRun> {
  const run = await getRun(ctx, input);
  if (run.finishedAt === null) {
    throw new Conflict('The run is still active. Download it after its end, or cancel it first.');
  }
  const events = compactEvents(await loadEvents(ctx.sql, run.id));
  const complete = exported(ctx, run, await withValues(ctx, events));
  if (complete.text.length <= MAX_RUN_FILE_BYTES) return complete;
  const slim = exported(ctx, run, events.map(slimEvent));
  if (slim.text.length <= MAX_RUN_FILE_BYTES) return slim;
  throw new TooLarge(
    `The journal of this run is larger than ${MAX_RUN_FILE_BYTES / 1_000_000} MB, the limit of run files. Read it with GET /api/v1/runs/${run.id}/events.`,
  );
}

function exported(ctx: ServiceContext, run: RunDetail, events: RunEvent[]): ExportedRun {
  const file = makeRunFile({
    release: VERSION,
    exported_at: ctx.now().toISOString(),
    run: {
      ...run,
      // They name what only this installation has.
      ...{ parentRunId: null, parentNumber: null, fixedBy: null, triggerId: null, pinned: false },
      documentText: maskedDocument(run.documentText, ctx.descriptors),
    },
    events: events.map(withoutOrigin),
  });
  return { file, text: `${JSON.stringify(file)}\n` };
}

function withoutOrigin(event: RunEvent): RunEvent {
  if (event.type !== 'run_created') return event;
  const { parent_run_id: _, trace: __, ...rest } = event;
  return rest;
}

/** The events with stored values in place of references, the first ones up to the limits of a file. */
async function withValues(ctx: ServiceContext, events: readonly RunEvent[]): Promise<RunEvent[]> {
  const values = await payloadValues(ctx, fitting(events));
  return events.map((event) => mapPayloads(event, (payload) => withValue(payload, values)));
}

function withValue(payload: Payload, values: ReadonlyMap<string, Json>): Payload {
  const value = 'ref' in payload ? values.get(payload.ref) : undefined;
  return value === undefined ? payload : { value };
}

/** References to the values that fit, in the order of the journal. A value that occurs again counts again. */
function fitting(events: readonly RunEvent[]): string[] {
  const chosen = new Set<string>();
  const refused = new Set<string>();
  let left = RUN_FILE_VALUES.together;
  for (const event of events) {
    mapPayloads(event, (payload) => {
      if ('value' in payload || refused.has(payload.ref)) return payload;
      left -= payload.bytes;
      if (payload.bytes > RUN_FILE_VALUES.largest || left < 0) {
        left += payload.bytes;
        refused.add(payload.ref);
        chosen.delete(payload.ref);
      } else chosen.add(payload.ref);
      return payload;
    });
  }
  return [...chosen];
}
