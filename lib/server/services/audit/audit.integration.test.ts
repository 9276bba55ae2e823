import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEvent, ListAuditInput } from '@/lib/contracts/audit';
import { addTriggerInput, triggerInput } from '@/lib/contracts/triggers';
import type { App } from '../../compose';
import { createSecrets } from '../../secrets';
import { removeRuns } from '../../store/retention/remove-runs';
import { openTestApp, startSteps, TEST_CONFIG, untilDigested, untilEnded } from '../../testing/app';
import { createTestDatabase, type TestDatabase } from '../../testing/database';

const VALUE = 'a value that nobody may see';

let database: TestDatabase;
let app: App;

beforeAll(async () => {
  database = await createTestDatabase();
  const fail = (error: unknown) => {
    throw error;
  };
  const { secrets, settings } = createSecrets({
    config: TEST_CONFIG,
    sql: database.sql,
    now: () => new Date(),
    report: fail,
    log: () => undefined,
  });
  app = await openTestApp(database, { adapters: { secrets, settings } });
});

afterAll(() => app.close());

const LOG = [{ id: 'a', action: 'log', params: { message: 'a' } }];
const WAIT = [{ id: 'w', action: 'wait', params: { duration: 3600 } }];

async function pipeline(steps: object[] = LOG, name = 'Audited'): Promise<string> {
  return (await app.pipelines.create({ text: JSON.stringify({ name, steps }) })).id;
}

/** Entries about one thing, oldest first. */
async function entries(subject: string, more: ListAuditInput = {}): Promise<AuditEvent[]> {
  const { events } = await app.audit.list({ subject, limit: 200, ...more });
  return events.toReversed();
}

const told = (events: readonly AuditEvent[]) => events.map(({ action, details }) => ({ action, details }));

describe('the audit log', () => {
  it('records who created, renamed, changed and deleted a pipeline', async () => {
    const id = await pipeline();
    await app.pipelines.rename({ id, name: 'Other' });
    const text = JSON.stringify({ name: 'Other', steps: WAIT });
    await app.pipelines.save({ id, text, baseVersion: 2 });
    await app.pipelines.save({ id, text, baseVersion: 3 });
    await app.pipelines.remove({ id });
    const found = await entries(id);
    expect(told(found)).toEqual([
      { action: 'pipeline.created', details: {} },
      { action: 'pipeline.renamed', details: { version: 2, origin: 'save', from: 'Audited' } },
      { action: 'pipeline.changed', details: { version: 3, origin: 'api' } },
      { action: 'pipeline.deleted', details: {} },
    ]);
    expect(found[0]).toMatchObject({
      at: expect.any(String),
      actor: { kind: 'local', id: null, name: null },
      subject: { type: 'pipeline', id, name: 'Audited' },
    });
    expect(found.at(-1)?.subject.name).toBe('Other');
  });

  it('records who started a run and each command to it, once', async () => {
    const pipelineId = await pipeline(WAIT);
    const { id } = await app.runs.start({ pipelineId, trigger: 'api' });
    await app.runs.pause({ id });
    await app.runs.resume({ id });
    const signal = { id, name: 'go', value: VALUE, idempotencyKey: 'once' };
    await app.runs.signal(signal);
    await app.runs.signal(signal);
    await app.runs.pin({ id, pinned: true });
    await app.runs.pin({ id, pinned: true });
    await app.runs.pin({ id, pinned: false });
    await app.runs.cancel({ id });
    await app.runs.cancel({ id });
    await untilEnded(app, id);
    const rerun = await app.runs.rerun({ id, definition: 'original' });
    await app.runs.cancel({ id: rerun.id });
    const found = await entries(id);
    expect(told(found)).toEqual([
      { action: 'run.started', details: { pipeline_id: pipelineId, version: 1 } },
      { action: 'run.paused', details: {} },
      { action: 'run.resumed', details: {} },
      { action: 'run.signalled', details: { name: 'go' } },
      { action: 'run.pinned', details: {} },
      { action: 'run.unpinned', details: {} },
      { action: 'run.cancelled', details: {} },
    ]);
    expect(found[0]).toMatchObject({ actor: { kind: 'api' }, subject: { type: 'run', name: 'Audited #1' } });
    expect(found[1]).toMatchObject({ actor: { kind: 'local' } });
    const [again] = await entries(rerun.id);
    expect(again).toMatchObject({ action: 'run.rerun', details: { parent_run_id: id } });
  });

  it('records every run of starts that share a statement, none twice under an idempotency key', async () => {
    const pipelineId = await pipeline(WAIT);
    const runs = await Promise.all(Array.from({ length: 30 }, () => app.runs.start({ pipelineId })));
    await Promise.all(
      Array.from({ length: 5 }, () => app.runs.start({ pipelineId, idempotencyKey: 'same' })),
    );
    const [row] = await database.sql<{ count: number }[]>`
      select count(*)::int as count from audit_events
      where action = 'run.started' and details ->> 'pipeline_id' = ${pipelineId}`;
    expect(row?.count).toBe(31);
    for (const { id } of runs) expect(await entries(id)).toHaveLength(1);
    await app.pipelines.remove({ id: pipelineId });
  });

  it('records the trigger that started a run, and who changed it', async () => {
    const pipelineId = await pipeline();
    const config = { kind: 'interval', every_seconds: 31_536_000, from: '2020-01-01T00:00:00Z' };
    const trigger = { type: 'schedule', name: 'Yearly', config, params: {} };
    const { id } = await app.triggers.add(addTriggerInput.parse({ pipelineId, trigger }));
    await database.sql`update triggers set next_at = now() where id = ${id}`;
    await database.sql`select pg_notify('triggers', ${id})`;
    let run: string | undefined;
    while (run === undefined) {
      run = (await app.triggers.deliveries({ triggerId: id, limit: 1 })).deliveries[0]?.run?.id;
    }
    await untilEnded(app, run);
    await app.triggers.change({ id, trigger: triggerInput.parse({ ...trigger, name: 'Each year' }) });
    await app.triggers.enable({ id, enabled: false });
    await app.triggers.enable({ id, enabled: true });
    await app.triggers.remove({ id });
    expect((await entries(run))[0]).toMatchObject({ actor: { kind: 'schedule', id, name: 'Yearly' } });
    const found = await entries(id);
    expect(found.map(({ action }) => action)).toEqual([
      'trigger.created',
      'trigger.changed',
      'trigger.disabled',
      'trigger.enabled',
      'trigger.deleted',
    ]);
    expect(found.at(-1)).toMatchObject({
      subject: { type: 'trigger', name: 'Each year' },
      details: { type: 'schedule', pipeline_id: pipelineId },
    });
  });

  it('records who renewed the address of a webhook', async () => {
    const trigger = { type: 'webhook', name: 'Push', config: {} };
    const { id } = await app.triggers.add(addTriggerInput.parse({ pipelineId: await pipeline(), trigger }));
    await app.triggers.renewAddress({ id });
    const found = await entries(id);
    expect(found.map(({ action }) => action)).toEqual(['trigger.created', 'trigger.address_renewed']);
  });

  it('records who created, changed and deleted a secret, and never its value', async () => {
    await app.secrets.add({ name: 'audited', value: VALUE, description: '', hosts: [] });
    await app.secrets.change({ name: 'audited', value: `${VALUE} 2`, description: '', hosts: ['a.test'] });
    await app.secrets.change({ name: 'audited', description: 'Words.', hosts: ['a.test'] });
    await app.secrets.remove({ name: 'audited' });
    expect(told(await entries('audited'))).toEqual([
      { action: 'secret.created', details: { version: 1, hosts: [] } },
      { action: 'secret.changed', details: { version: 2, hosts: ['a.test'] } },
      { action: 'secret.changed', details: { changed: 'description' } },
      { action: 'secret.deleted', details: {} },
    ]);
    const [leak] = await database.sql`
      select from audit_events e where position(${VALUE} in e::text) > 0`;
    expect(leak).toBeUndefined();
  });

  it('records who configured and cleared a channel', async () => {
    await app.channels.set({ name: 'webhook_url', value: 'https://hooks.test/x' });
    await app.channels.set({ name: 'webhook_url', value: 'https://hooks.test/y' });
    await app.channels.clear({ name: 'webhook_url' });
    expect((await entries('WEBHOOK_URL')).map(({ action }) => action)).toEqual([
      'channel.changed',
      'channel.changed',
      'channel.cleared',
    ]);
  });

  it('records once per run which secret it read, before the run has ended', async () => {
    await app.secrets.add({ name: 'token', value: VALUE, description: '', hosts: [] });
    const steps = Array.from({ length: 20 }, (_, n) => ({
      id: `s${n}`,
      action: 'http_request',
      params: { url: 'http://127.0.0.1:9/', headers: { 'x-key': '{{secrets.token}}' } },
      on_failure: 'continue' as const,
    }));
    const first = await startSteps(app, steps);
    const second = await app.runs.start({ pipelineId: first.pipelineId });
    for (const { id } of [first, second]) {
      await untilEnded(app, id);
      const failures = (await app.runs.events({ id })).filter(({ type }) => type === 'step_failed');
      expect(failures).toHaveLength(steps.length);
      // By the address that they call, not by what is noted about them.
      for (const failure of failures) expect(failure).toMatchObject({ error: { kind: 'rejected' } });
    }
    const reads = await entries('token', { action: 'secret.read' });
    expect(reads.map(({ actor }) => actor.id).toSorted()).toEqual([first.id, second.id].toSorted());
    expect(reads[0]).toMatchObject({
      actor: { kind: 'run', name: expect.stringMatching(/^Test #[12]$/) },
      details: { pipeline_id: first.pipelineId },
    });
  });

  it('keeps entries about a run removed by retention, and records the removal', async () => {
    const { id, pipelineId } = await startSteps(app, LOG);
    await untilEnded(app, id);
    await untilDigested(database.sql, [id]);
    let outcome: string | undefined;
    while (outcome !== 'done') {
      ({ outcome } = await removeRuns(database.sql, { pipelineId, keepDays: 0, keepCount: 0 }));
    }
    expect(await entries(id)).toMatchObject([
      { action: 'run.started' },
      {
        action: 'run.deleted',
        actor: { kind: 'system' },
        subject: { name: 'Test #1' },
        details: { reason: 'retention' },
      },
    ]);
  });

  it('records nothing about refused requests', async () => {
    const count = async () =>
      (await database.sql<{ n: number }[]>`select count(*)::int as n from audit_events`)[0]?.n;
    const before = await count();
    const none = { id: 'none' };
    await expect(app.runs.cancel(none)).rejects.toThrow();
    await expect(app.pipelines.remove(none)).rejects.toThrow();
    await expect(app.triggers.remove(none)).rejects.toThrow();
    await expect(app.secrets.remove({ name: 'none' })).rejects.toThrow();
    await expect(app.runs.start({ pipelineId: 'none' })).rejects.toThrow();
    expect(await count()).toBe(before);
  });

  it.each([
    ['an update', 'update audit_events set action = action'],
    ['a delete', 'delete from audit_events'],
    ['a truncate', 'truncate audit_events'],
  ])('is append-only: the database refuses %s', async (_, statement) => {
    await expect(database.sql.unsafe(statement)).rejects.toThrow(/append-only/);
  });
});

describe('a page of the audit log', () => {
  it('continues after the previous one, newest first, with each entry once', async () => {
    const id = await pipeline();
    for (let n = 2; n < 8; n += 1) await app.pipelines.rename({ id, name: `Name ${n}` });
    const seen: number[] = [];
    let before: number | undefined;
    do {
      const page = await app.audit.list({ subject: id, limit: 3, ...(before && { before }) });
      seen.push(...page.events.map((event) => event.id));
      before = page.next ?? undefined;
    } while (before !== undefined);
    expect(seen).toHaveLength(7);
    expect(seen).toEqual(seen.toSorted((a, b) => b - a));
  });

  it('can be filtered by actor, action and time', async () => {
    const id = await pipeline(WAIT);
    const run = await app.runs.start({ pipelineId: id, trigger: 'api' });
    const [started] = await entries(run.id);
    const at = started?.at ?? '';
    const found = (input: ListAuditInput) =>
      app.audit.list({ subject: run.id, ...input }).then(({ events }) => events.length);
    expect(await found({ actor: 'api' })).toBe(1);
    expect(await found({ actor: 'local' })).toBe(0);
    expect(await found({ action: 'run.started' })).toBe(1);
    expect(await found({ action: 'run.cancelled' })).toBe(0);
    expect(await found({ from: at })).toBe(1);
    expect(await found({ to: at })).toBe(0);
    await app.runs.cancel({ id: run.id });
    await expect(app.audit.list({ limit: 201 })).rejects.toThrow();
  });
});
