import { createHash } from 'node:crypto';
import type { Sql } from 'postgres';
import {
  CHUNK_SIZES,
  type Chunk,
  type ChunkPort,
  type ChunkSizes,
  type ChunkStanding,
  type NewChunk,
  type RunEvent,
  readChunkEnd,
} from '@/engine';
import { between } from '../failpoint';
import { joinOutputs } from './chunk-outputs';
import { addCommand } from './commands';
import { extractLarge, type NewPayload, referencesOf } from './event-payloads';
import type { Claim } from './journal';
import { largePayloadKeeper } from './large-payloads';
import type { PayloadSource } from './payloads';
import { retrying } from './retry';

export interface ChunkStoreOptions extends PayloadSource {
  /** The run whose loops are executed in chunks. */
  readonly claim: Claim;
  readonly now: () => Date;
  readonly sizes: ChunkSizes | undefined;
  readonly report: (error: unknown, what: string) => void;
}

/** Stores chunks of a run's loops as runs, which any free worker can claim. */
export function chunkStore(options: ChunkStoreOptions): ChunkPort {
  const { sql, claim } = options;
  const outcomes = new Map<string, Promise<Chunk['outcomes']>>();
  /** The steps before a loop ended before the loop began, so their outcomes are read once. */
  const outcomesOf = (upstream: readonly string[]) => {
    const key = JSON.stringify(upstream);
    const known = outcomes.get(key) ?? readOutcomes(sql, claim.runId, upstream);
    outcomes.set(key, known);
    return known;
  };
  return {
    sizes: options.sizes ?? CHUNK_SIZES,
    async begin(chunks) {
      for (const chunk of chunks) await insertChunk(options, chunk, await outcomesOf(chunk.upstream));
    },
    readIdle: (keys) => readStandings(sql, claim.runId, keys),
    cancel: (keys) => cancelChunks(sql, claim.runId, keys),
    setPaused: (keys, isPaused, cause) => setChunksPaused(sql, claim.runId, keys, { isPaused, cause }),
    join: (outputs) => joinOutputs(options, claim.runId, outputs),
  };
}

/** Notifies a run that a chunk of one of its loops has ended or is idle. Idempotent. */
export async function notifyParentRun(sql: Sql, runId: string): Promise<void> {
  await retrying(
    () => sql`
      with told as (
        update runs set
          command_count = command_count + 1, wake_at = case when owner is null then now() else wake_at end
        where id = ${runId} and finished_at is null
        returning id
      )
      select pg_notify('run_commands', id) from told`,
  );
}

/** The id of a chunk's run; stable across takeovers. */
function chunkRunId(runId: string, key: string): string {
  return `${runId}-${createHash('sha256').update(key).digest('hex').slice(0, 16)}`;
}

/**
 * Creates the run of a chunk, unless it exists, the claim on the parent run is lost, or cancellation of that
 * run was requested.
 */
async function insertChunk(
  options: ChunkStoreOptions,
  { key, run_params: params, lastCommand, ...chunk }: NewChunk,
  outcomes: Chunk['outcomes'],
): Promise<void> {
  const { sql, claim, now } = options;
  const id = chunkRunId(claim.runId, key);
  const [parent] = await sql<{ pipelineId: string; version: number }[]>`
    select pipeline_id as "pipelineId", version from runs where id = ${claim.runId}`;
  if (!parent) return;
  const payloads: NewPayload[] = [];
  const created = extractLarge(
    {
      seq: 1,
      at: now().toISOString(),
      type: 'run_created',
      run_id: id,
      pipeline_id: parent.pipelineId,
      version: parent.version,
      params,
      chunk: { ...chunk, outcomes },
    },
    (payload) => payloads.push(payload),
  );
  const stored = await largePayloadKeeper(options)(payloads);
  const { seq, at, ...body } = created;
  const references = [...new Set(referencesOf(created))];
  await retrying(() =>
    between(
      'chunks',
      () => sql`
      with whole as (
        select id, pipeline_id, version, trigger, priority, protocol from runs
        where id = ${claim.runId} and owner = ${claim.owner} and epoch = ${claim.epoch} and not cancel_requested
        for share
      ),
      -- Sent to the parent run, which has not applied them yet.
      unheard as (
        select c.id, c.kind, c.body, row_number() over (order by c.number)::int as number
        from run_commands c where c.run_id = ${claim.runId} and c.kind = 'signal' and c.number > ${lastCommand}
      ),
      made as (
        insert into runs
          (id, number, pipeline_id, version, status, params, trigger, created_at, last_seq, wake_at, priority,
           protocol, chunk_of, chunk_key, command_count)
        select ${id}, null, w.pipeline_id, w.version, 'pending', '{}', w.trigger, ${at}::text::timestamptz, ${seq}::int,
          now(), w.priority, w.protocol, w.id, ${key}, (select count(*)::int from unheard)
        from whole w
        on conflict do nothing
        returning id
      ),
      signalled as (
        insert into run_commands (id, run_id, number, kind, body)
        select u.id || ' ' || m.id, m.id, u.number, u.kind, u.body from made m cross join unheard u
      ),
      kept as (
        insert into payloads (hash, bytes, body)
        select * from unnest(
          ${stored.map((p) => p.hash)}::text[], ${stored.map((p) => p.bytes)}::int[], ${stored.map((p) => p.body)}::text[]
        ) as p(hash, bytes, body)
        order by 1
        on conflict (hash) do update set created_at = now()
        where payloads.created_at < now() - interval '30 minutes'
      ),
      linked as (
        insert into run_payloads (run_id, hash)
        select m.id, l.hash from made m cross join unnest(${references}::text[]) as l(hash)
        on conflict do nothing
      ),
      written as (
        insert into run_events (run_id, seq, at, type, body)
        select id, ${seq}::int, ${at}::text::timestamptz, ${body.type}, ${JSON.stringify(body)}::text::json from made
      )
      select pg_notify('run_queue', id) from made`,
    ),
  );
}

/** How some steps ended; large outputs stay references. */
async function readOutcomes(sql: Sql, runId: string, steps: readonly string[]): Promise<Chunk['outcomes']> {
  if (steps.length === 0) return {};
  const rows = await sql<{ step: string; body: string }[]>`
    select distinct on (step) step, body::text as body from run_events
    where run_id = ${runId} and iteration is null and step = any(${[...steps]}::text[])
      and type in ('step_completed', 'step_failed', 'step_skipped', 'step_cancelled')
    order by step, seq desc`;
  return Object.fromEntries(rows.map(({ step, body }) => [step, outcomeOf(JSON.parse(body) as RunEvent)]));
}

function outcomeOf(event: RunEvent): Chunk['outcomes'][string] {
  if (event.type === 'step_completed') return { status: 'completed', output: event.output };
  if (event.type === 'step_failed') return { status: 'failed', error: event.error };
  return { status: event.type === 'step_cancelled' ? 'cancelled' : 'skipped' };
}

/** The standings of idle chunks, except those with a resume command that is not applied yet. */
async function readStandings(
  sql: Sql,
  runId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, ChunkStanding>> {
  const rows = await sql<{ key: string; hold: string | null; body: string | null }[]>`
    select c.chunk_key as key, c.hold, e.body::text as body
    from runs c left join run_events e on e.run_id = c.id and e.seq = c.last_seq and c.finished_at is not null
    where c.chunk_of = ${runId} and c.chunk_key = any(${[...keys]}::text[])
      and (
        c.finished_at is not null
        or (c.hold = 'quarantined' or c.hold is null and c.status = 'waiting')
          and c.owner is null and c.wake_at is null and not c.cancel_requested
      )`;
  const standings = new Map<string, ChunkStanding>();
  for (const { key, hold, body } of rows) {
    // The journal writes lines from typed events only.
    const standing = body === null ? standingOf(hold) : readChunkEnd(JSON.parse(body) as RunEvent);
    if (standing) standings.set(key, standing);
  }
  return standings;
}

function standingOf(hold: string | null): ChunkStanding {
  return hold === null ? 'waiting' : 'quarantined';
}

async function cancelChunks(sql: Sql, runId: string, keys: readonly string[]): Promise<void> {
  await retrying(
    () => sql`
      with open as (
        select id from runs
        where chunk_of = ${runId} and chunk_key = any(${[...keys]}::text[])
          and finished_at is null and not cancel_requested
        order by id for no key update
      ),
      asked as (
        update runs r set
          cancel_requested = true, command_count = r.command_count + 1,
          wake_at = case when r.owner is null then now() else r.wake_at end
        from open o where r.id = o.id
        returning r.id
      )
      select pg_notify('run_commands', id) from asked`,
  );
}

async function setChunksPaused(
  sql: Sql,
  runId: string,
  keys: readonly string[],
  { isPaused, cause }: { isPaused: boolean; cause: string },
): Promise<void> {
  const kind = isPaused ? ('pause' as const) : ('resume' as const);
  for (const key of keys) {
    const id = chunkRunId(runId, key);
    await addCommand(sql, { id: `${id} ${kind} ${cause}`, runId: id, command: { kind } });
  }
}
