import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunEvent } from '@/engine';
import type { BlobStore } from '../adapters/blobs/blob-store';
import { createDatabaseBlobs } from '../files/database-blobs';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { insertEmptyPipeline } from '../testing/pipelines';
import { claimRuns } from './claims';
import { type Claim, LeaseLost } from './journal';
import { JournalWriter } from './journal-writer';
import { largePayloadKeeper } from './large-payloads';
import { loadEvents, loadWholeEvents } from './load';
import { insertRun } from './new-runs';
import { payloadOfRun } from './payloads';
import { parkRun } from './queue/park-run';
import { renewLeases } from './queue/renew-leases';
import { findRun } from './runs';

const AT = '2026-01-01T00:00:00.000Z';
const running = { status: 'running', wakeAt: undefined, hold: undefined, atBreakpoint: false } as const;

let database: TestDatabase;
let writer: JournalWriter;
let blobs: BlobStore;
let made = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  blobs = createDatabaseBlobs(database.sql);
  const keepLarge = largePayloadKeeper({ blobs, report: () => undefined });
  writer = new JournalWriter({ sql: database.sql, keepLarge, onWritten: () => undefined });
  await insertEmptyPipeline(database.sql, 'pl_1');
});

afterAll(() => database.close());

const source = () => ({ sql: database.sql, blobs });

async function claimedRun(owner = 'a', leaseMs = 60_000): Promise<Claim> {
  made += 1;
  const id = `run_${made}`;
  await insertRun(database.sql, {
    id,
    pipelineId: 'pl_1',
    version: 1,
    trigger: 'manual',
    concurrency: 0,
    created: { seq: 1, at: AT, type: 'run_created', run_id: id, pipeline_id: 'pl_1', version: 1, params: {} },
  });
  return claim(id, owner, leaseMs);
}

async function claimAll(owner: string, leaseMs = 1000) {
  const owned = await database.sql<{ id: string }[]>`select id from runs where lease_until > now()`;
  const leased = owned.map(({ id }) => id);
  const options = { owner, leaseMs, limit: 100, leased, isolatedSlots: 1, turn: '' };
  return (await claimRuns(database.sql, options)).runs;
}

async function claim(runId: string, owner: string, leaseMs = 60_000): Promise<Claim> {
  const claims = await claimAll(owner, leaseMs);
  const found = claims.find((each) => each.runId === runId);
  if (!found) throw new Error(`${runId} was not claimable.`);
  return found;
}

function started(seq: number): RunEvent {
  return { seq, at: AT, type: 'run_started' };
}

function completed(seq: number, value: string, iteration?: number[]): RunEvent {
  const unit = { step: 's', attempt: 1, ...(iteration ? { iteration } : {}) };
  return { seq, at: AT, type: 'step_completed', ...unit, output: { value } };
}

function failedRun(seq: number): RunEvent {
  return {
    seq,
    at: AT,
    type: 'run_failed',
    error: { kind: 'timeout', message: 'late' },
    step: 's',
    outputs: {},
  };
}

describe('the journal', () => {
  it('returns the written events and updates the row in the same statement', async () => {
    const held = await claimedRun();
    const events = [started(2), completed(3, 'a\u0000b \ud800 "quoted" \\ {x,y}', [6, 2]), failedRun(4)];
    await writer.append(held, events, {
      status: 'failed',
      wakeAt: undefined,
      hold: undefined,
      atBreakpoint: false,
    });
    expect((await loadEvents(database.sql, held.runId)).slice(1)).toEqual(events);
    expect(await findRun(database.sql, held.runId)).toMatchObject({
      status: 'failed',
      startedAt: AT,
      finishedAt: AT,
      durationMs: 0,
      error: { kind: 'timeout', message: 'late' },
      failedStep: 's',
      lastSeq: 4,
    });
  });

  it('refuses the previous owner and stores none of its events', async () => {
    const first = await claimedRun('a', 0);
    const second = await claim(first.runId, 'b');
    expect(second.epoch).toBe(first.epoch + 1);
    await expect(writer.append(first, [started(2)], running)).rejects.toThrow(LeaseLost);
    await writer.append(second, [started(2)], running);
    await expect(writer.append(first, [completed(3, 'x')], running)).rejects.toThrow(LeaseLost);
    expect(await loadEvents(database.sql, first.runId)).toHaveLength(2);
  });

  it('distinguishes two claims of one worker within one statement', async () => {
    const first = await claimedRun('a', 0);
    const second = await claim(first.runId, 'a');
    const late = writer.append(first, [completed(2, 'late')], running);
    const current = writer.append(second, [started(2)], running);
    await expect(late).rejects.toThrow(LeaseLost);
    await current;
    expect((await loadEvents(database.sql, first.runId)).map(({ type }) => type)).toEqual([
      'run_created',
      'run_started',
    ]);
  });

  it('changes nothing when the same entry is sent again', async () => {
    const held = await claimedRun();
    await writer.append(held, [started(2)], running);
    await writer.append(held, [started(2)], running);
    expect(await loadEvents(database.sql, held.runId)).toHaveLength(2);
  });

  it('refuses events that would leave a gap', async () => {
    const held = await claimedRun();
    await expect(writer.append(held, [started(3)], running)).rejects.toThrow(LeaseLost);
  });

  it('releases a run that has ended', async () => {
    const held = await claimedRun();
    await writer.append(held, [failedRun(2)], {
      status: 'failed',
      wakeAt: undefined,
      hold: undefined,
      atBreakpoint: false,
    });
    expect(await renewLeases(database.sql, [held], 1000)).toEqual(new Map());
    expect(await claimAll('b')).toEqual([]);
  });

  it('keeps large values once, as payloads that only their runs show', async () => {
    const [one, other] = [await claimedRun(), await claimedRun()];
    const large = 'ä'.repeat(10_000);
    await Promise.all([one, other].map((held) => writer.append(held, [completed(2, large)], running)));
    const [, event] = await loadEvents(database.sql, one.runId);
    expect(event).toMatchObject({ output: { bytes: 20_002, summary: 'text of 10000 characters' } });
    const hash = event && 'output' in event && event.output && 'ref' in event.output ? event.output.ref : '';
    expect(await payloadOfRun(source(), one.runId, hash)).toMatchObject({ body: JSON.stringify(large) });
    expect(await payloadOfRun(source(), other.runId, hash)).toBeDefined();
    const third = await claimedRun();
    expect(await payloadOfRun(source(), third.runId, hash)).toBeUndefined();
    expect((await loadWholeEvents(source(), one.runId))[1]).toEqual(completed(2, large));
  });

  it('writes the events of many runs together', async () => {
    const claims = await Promise.all(Array.from({ length: 30 }, () => claimedRunAlone()));
    await Promise.all(claims.map((held) => writer.append(held, [started(2)], running)));
    const lengths = await Promise.all(
      claims.map(async ({ runId }) => (await loadEvents(database.sql, runId)).length),
    );
    expect(new Set(lengths)).toEqual(new Set([2]));
  });
});

/** Claims made at the same time may take each other's runs. */
let queue: Promise<unknown> = Promise.resolve();
function claimedRunAlone(): Promise<Claim> {
  const next = queue.then(() => claimedRun());
  queue = next;
  return next;
}

describe('the queue', () => {
  it('does not assign a run twice', async () => {
    const held = await claimedRun();
    const again = await claimAll('b');
    expect(again.map(({ runId }) => runId)).not.toContain(held.runId);
  });

  it('keeps a parked run until its time', async () => {
    const held = await claimedRun();
    await parkRun(database.sql, held, { wakeAt: '2999-01-01T00:00:00.000Z', seenCommands: 0 });
    await expect(claim(held.runId, 'b')).rejects.toThrow('not claimable');
    const past = await claimedRun();
    await parkRun(database.sql, past, { wakeAt: '2020-01-01T00:00:00.000Z', seenCommands: 0 });
    expect((await claim(past.runId, 'b')).epoch).toBe(past.epoch + 1);
  });

  it('wakes a parked run for a command that its owner had not applied', async () => {
    const held = await claimedRun();
    await database.sql`update runs set command_count = 1 where id = ${held.runId}`;
    await parkRun(database.sql, held, { wakeAt: undefined, seenCommands: 0 });
    expect((await claim(held.runId, 'b')).owner).toBe('b');
  });

  it('renews only the leases that are still held', async () => {
    const first = await claimedRun('a', 0);
    const second = await claim(first.runId, 'b');
    const renewed = await renewLeases(database.sql, [first, second], 60_000);
    expect([...renewed.keys()]).toEqual([`${second.runId} ${second.epoch}`]);
  });
});
