import type { Sql } from 'postgres';
import {
  type Catalogue,
  type ChunkSizes,
  foldEvents,
  type Journal,
  measuring,
  type RunEvent,
  Runner,
  type SharedMemory,
} from '@/engine';
import type { Clock, World } from '@/engine/ports';
import type { BlobStore } from '../adapters/blobs/blob-store';
import { turnsOf } from '../in-turns';
import { chunkStore } from '../store/chunks/chunk-store';
import type { ClaimedRun } from '../store/claims';
import { concurrencyOf, type Definitions } from '../store/definitions';
import { parseEvent, toLine } from '../store/event-lines';
import { referencesOf } from '../store/event-payloads';
import { loadNeededEvents } from '../store/load-needed';
import { missingValue, missingVersion } from '../store/missing';
import { payloadValues } from '../store/payloads';
import { retrying } from '../store/retry';
import type { LeasedRun } from './leased-run';
import { RunSession } from './run-session';

/** What is needed to continue a run where its journal ends. */
export interface OpenerOptions {
  readonly sql: Sql;
  readonly blobs: BlobStore;
  readonly definitions: Definitions;
  readonly catalogue: Catalogue;
  readonly clock: Clock;
  readonly world: World;
  /** When loops are executed in chunks, and their size. @default the engine's */
  readonly chunkSizes?: ChunkSizes;
  /** Memory shared by all runs of this process. @default unlimited */
  readonly memory?: SharedMemory;
  /** Longest wait that is spent in memory, in ms; a longer one releases the run. @default 5000 */
  readonly parkAfterMs?: number;
  /** Logs errors that belong to no journal. */
  readonly report: (error: unknown, what: string) => void;
}

/** Reads the journal of a run and prepares its session. @throws Error when its definition is gone */
export async function openRun(
  options: OpenerOptions,
  { claim, threadTime }: Pick<LeasedRun, 'claim' | 'threadTime'>,
  journal: Journal,
): Promise<RunSession> {
  const {
    sql,
    blobs,
    definitions,
    catalogue,
    clock,
    world,
    report,
    chunkSizes,
    memory,
    parkAfterMs = 5000,
  } = options;
  // A connection that breaks here must not make the run back off.
  const [events, definition] = await retrying(() =>
    Promise.all([
      onlyEvent(claim) ?? loadNeededEvents({ sql, blobs }, claim.runId),
      definitions.find(claim.pipelineId, claim.version),
    ]),
  );
  if (!definition) throw missingVersion(claim.pipelineId, claim.version);
  const state = foldEvents(events);
  const drive = turnsOf(threadTime);
  await drive(measuring(state.params));
  const runner = new Runner({
    pipeline: definition.pipeline,
    catalogue,
    state,
    journal,
    clock,
    world: { ...world, drive },
    parkAfterMs,
    memory,
    chunks: chunkStore({ sql, blobs, claim, report, sizes: chunkSizes, now: () => clock.now() }),
    load: async (ref) => {
      const value = (await payloadValues({ sql, blobs }, [ref])).get(ref);
      if (value === undefined) throw missingValue(ref);
      return value;
    },
  });
  return new RunSession(sql, runner, concurrencyOf(definition.pipeline) > 0);
}

/** The journal of a run that has not started, when the claim contains all of it. */
function onlyEvent({ created, createdAt }: ClaimedRun): RunEvent[] | undefined {
  if (created === null) return undefined;
  const event = parseEvent(toLine({ seq: 1, at: createdAt, type: 'run_created', body: created }));
  return referencesOf(event).length === 0 ? [event] : undefined;
}
