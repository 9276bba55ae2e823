import { eq } from 'drizzle-orm';
import { runs } from '@/drizzle/schema';
import type { Chunk, NewChunk } from '@/engine';
import { rowsOf } from '../../db/rows';
import { between } from '../../failpoint';
import { extractLarge, type NewPayload, referencesOf } from '../event-payloads';
import { insertOrRenewPayloads } from '../insert-payloads';
import type { Claim } from '../journal';
import { largePayloadKeeper } from '../large-payloads';
import type { PayloadSource } from '../payloads';
import { retrying } from '../retry';
import { chunkRunId } from './chunk-run-id';

/** Where chunks are created. */
export interface ChunkTarget extends PayloadSource {
  /** The run whose loops are executed in chunks. */
  readonly claim: Claim;
  readonly now: () => Date;
  readonly report: (error: unknown, what: string) => void;
}

/**
 * Creates the run of a chunk, unless it exists, the claim on the parent run is lost, or cancellation of that
 * run was requested. Hand-written SQL: it locks the parent run, and a chunk without its first event is never visible.
 * While the statement waits for the lock, the parent may receive a command that the statement does not see: it creates
 * nothing then, and is repeated.
 */
export async function insertChunk(
  options: ChunkTarget,
  { key, run_params: params, lastCommand, trace, ...chunk }: NewChunk,
  outcomes: Chunk['outcomes'],
): Promise<void> {
  const { sql, claim, now } = options;
  const id = chunkRunId(claim.runId, key);
  const [parent] = await rowsOf(sql)
    .select({ pipelineId: runs.pipelineId, version: runs.version })
    .from(runs)
    .where(eq(runs.id, claim.runId));
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
      ...(trace && { trace }),
    },
    (payload) => payloads.push(payload),
  );
  const stored = await largePayloadKeeper(options)(payloads);
  const { seq, at, ...body } = created;
  const references = [...new Set(referencesOf(created))];
  const insert = () => sql<{ isStale: boolean }[]>`
      with parent as (
        select id, pipeline_id, version, trigger, priority, protocol, command_count from runs
        where id = ${claim.runId} and owner = ${claim.owner} and epoch = ${claim.epoch} and not cancel_requested
        for share
      ),
      -- As it was when the statement began, and so were the commands.
      seen as (
        select r.command_count from runs r where r.id = ${claim.runId}
      ),
      -- Sent to the parent run, which has not applied them yet.
      unapplied as (
        select c.id, c.kind, c.body, row_number() over (order by c.number)::int as number
        from run_commands c where c.run_id = ${claim.runId} and c.kind = 'signal' and c.number > ${lastCommand}
      ),
      made as (
        insert into runs
          (id, number, pipeline_id, version, status, params, trigger, created_at, last_seq, wake_at, priority,
           protocol, chunk_of, chunk_key, command_count)
        select ${id}, null, w.pipeline_id, w.version, 'pending', '{}', w.trigger, ${at}::text::timestamptz, ${seq}::int,
          now(), w.priority, w.protocol, w.id, ${key}, (select count(*)::int from unapplied)
        from parent w, seen where w.command_count = seen.command_count
        on conflict do nothing
        returning id
      ),
      signalled as (
        insert into run_commands (id, run_id, number, kind, body)
        select u.id || ' ' || m.id, m.id, u.number, u.kind, u.body from made m cross join unapplied u
      ),
      stored as (
        ${insertOrRenewPayloads(sql, stored)}
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
      select w.command_count <> seen.command_count as "isStale", (select pg_notify('run_queue', id) from made)
      from parent w, seen`;
  let isStale = true;
  while (isStale) {
    const [row] = await retrying(() => between('chunks', insert));
    isStale = row?.isStale === true;
  }
}
