import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PipelineDocument, RunEvent, StepDocument } from '@/engine';
import { memoryClock } from '@/engine/testing/fakes';
import { type Golden, goldenWorld, runGolden } from '@/engine/testing/golden';
import { readGoldens } from '@/engine/testing/golden-files';
import { probes } from '@/engine/testing/probes';
import { failAsTold, randomPipeline, randomSteps } from '@/engine/testing/random-pipelines';
import { runPipeline } from '@/engine/testing/run-pipeline';
import type { App } from '../compose';
import { addCommand } from '../store/commands/add-command';
import type { RunCommand } from '../store/commands/run-command';
import { continueWait, HELD_WAIT, openTestApp, startSteps, untilEnded, untilRun } from '../testing/app';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { HOW_TO_GET, restateBinary } from './binary';
import type { RestateSettings } from './settings';
import { restateSettings, startTestRestate, type TestRestate } from './testing/restate-server';
import { startService } from './testing/service';
import { type Sink, startSink } from './testing/sink';
import { storiesOf } from './testing/stories';

const binary = restateBinary();
// A skipped test must not look like one that passed.
if (binary === undefined) process.stderr.write(`NOT RUN: the tests of runs on Restate. ${HOW_TO_GET}\n`);

const log = (id: string, more: Partial<StepDocument> = {}): StepDocument => ({
  id,
  action: 'log',
  params: { message: id },
  ...more,
});
const following = (id: string) => ({ depends_on: [id] });

describe.skipIf(binary === undefined)('a run on Restate', () => {
  let restate: TestRestate;
  let database: TestDatabase;
  let sink: Sink;
  /** Of the process that executes runs at the time: Restate keeps its address. */
  let settings: RestateSettings;
  beforeAll(async () => {
    [restate, database, sink] = await Promise.all([
      startTestRestate(binary ?? ''),
      createTestDatabase(),
      startSink(),
    ]);
    settings = await restateSettings(restate);
  });
  afterAll(async () => {
    await restate?.close();
    await sink?.close();
    await database?.close();
  });

  const request = (id: string, method: string, path: string, more: Partial<StepDocument> = {}) => ({
    id,
    action: 'http_request',
    params: { url: `${sink.url}${path}`, method },
    ...more,
  });

  describe('in the process that began it', () => {
    let app: App;
    /** The world of the pipeline that is under way. */
    let current: ReturnType<typeof goldenWorld> | undefined;
    const count = { commands: 0 };
    beforeAll(async () => {
      app = await openTestApp(database.openAgain(), {
        config: { restate: settings },
        adapters: {
          catalogue: probes(failAsTold).catalogue,
          report: () => undefined,
          mail: (mail) => wantedWorld().mail(mail),
          sql: (query) => wantedWorld().sql(query),
          settings: (name) => wantedWorld().settings(name),
          http: (asked) => wantedWorld().http(asked),
        },
      });
    });
    afterAll(() => app?.close());

    function wantedWorld() {
      if (!current) throw new Error('The test needs a world.');
      return current;
    }

    const say = (runId: string, command: RunCommand) => {
      count.commands += 1;
      return addCommand(database.sql, { id: `cmd_${count.commands}`, runId, command });
    };
    const types = async (id: string) => (await app.runs.events({ id })).map(({ type }) => type);

    test('waits, and continues when the wait is over', async () => {
      const wait = { id: 'rest', action: 'wait', params: { duration: 0.3 }, ...following('a') };
      const { id } = await startSteps(app, [log('a'), wait, log('b', following('rest'))]);
      const run = await untilEnded(app, id);
      expect(run.status).toBe('completed');
      const [row] = await database.sql`select driver, owner from runs where id = ${id}`;
      expect(row).toEqual({ driver: 'restate', owner: null });
    });

    test('receives cancellations, signals, pauses and resumptions', async () => {
      const approval = { id: 'approval', action: 'wait_until', params: { condition: 'signals.go' } };
      const long = { id: 'long', action: 'wait', params: { duration: 3600 } };
      const [told, paused, cancelled] = await Promise.all([
        startSteps(app, [approval, log('b', following('approval'))]),
        startSteps(app, [long]),
        startSteps(app, [long]),
      ]);
      await Promise.all(
        [told, paused, cancelled].map(({ id }) => untilRun(app, id, ({ status }) => status === 'waiting')),
      );
      await say(told.id, { kind: 'signal', name: 'go', value: true });
      await say(paused.id, { kind: 'pause' });
      await app.runs.cancel({ id: cancelled.id });
      expect((await untilEnded(app, told.id)).status).toBe('completed');
      expect((await untilEnded(app, cancelled.id)).status).toBe('cancelled');
      await untilEvent(paused.id, 'run_paused');
      await say(paused.id, { kind: 'resume' });
      await untilEvent(paused.id, 'run_resumed');
      await say(paused.id, { kind: 'cancel' });
      await untilEnded(app, paused.id);
    });

    async function untilEvent(id: string, type: RunEvent['type']): Promise<void> {
      for (;;) {
        // Before the events, so that one that is written after they were read is not waited for again.
        const { lastSeq } = await app.runs.get({ id });
        if ((await types(id)).includes(type)) return;
        await untilRun(app, id, (run) => run.lastSeq > lastSeq);
      }
    }

    test('begins once, with any number of calls to Restate', async () => {
      const { id } = await startSteps(app, [{ id: 'long', ...HELD_WAIT }]);
      await untilRun(app, id, ({ status }) => status === 'waiting');
      await database.sql`update outbox set sent_at = null, due_at = now() where run_id = ${id}`;
      await database.sql`select pg_notify('run_queue', '')`;
      await continueWait(app, id);
      await untilEnded(app, id);
      const all = await types(id);
      expect(all.filter((type) => type === 'run_started')).toHaveLength(1);
      expect(all.at(-1)).toBe('run_completed');
    });

    test('keeps a large output out of Restate', async () => {
      const text = 'x'.repeat(40_000);
      const { id } = await startSteps(app, [
        { id: 'big', action: 'read', params: { input: { fails: 0, text } } },
        { id: 'echo', action: 'log', params: { message: '{{steps.big.output.attempt}}' } },
      ]);
      expect((await untilEnded(app, id)).status).toBe('completed');
    });

    test('has the same journal as with workers', async () => {
      // All of them were compared once; a third is enough to detect changes.
      const fit = readGoldens().filter(({ golden }, at) => isQuick(golden) && at % 3 === 0);
      expect(fit.length).toBeGreaterThan(15);
      for (const { file, golden } of fit) {
        current = goldenWorld(golden, memoryClock(), new Map());
        const { id } = await app.pipelines.create({ text: JSON.stringify(golden.pipeline) });
        const run = await app.runs.start({ pipelineId: id, params: golden.params ?? {} });
        await untilEnded(app, run.id);
        const { journal } = await runGolden(golden);
        expect(storiesOf(await app.runs.events(run)), file).toEqual(storiesOf(journal.events));
      }
    });

    test('has the same journal as with the engine alone, for random pipelines', async () => {
      await fc.assert(
        fc.asyncProperty(randomSteps(7), async (steps) => {
          const document = quick(randomPipeline(steps));
          const alone = await runPipeline({ document, catalogue: probes(failAsTold).catalogue });
          const { id } = await app.pipelines.create({ text: JSON.stringify(document) });
          const run = await app.runs.start({ pipelineId: id });
          await untilEnded(app, run.id);
          expect(storiesOf(await app.runs.events(run))).toEqual(storiesOf(alone.journal.events));
        }),
        { numRuns: 8, endOnFailure: true },
      );
    });
  });

  describe('after a crash', () => {
    /** A process that only submits and watches, or, with a service, also carries out. */
    async function open(carriesOut: boolean): Promise<App> {
      const config = {
        restate: settings,
        runsWorker: carriesOut,
        databaseUrl: 'postgres://elsewhere/shared',
        egressMode: 'open' as const,
      };
      return openTestApp(database.openAgain(), { config, adapters: { report: () => undefined } });
    }

    test('of the Restate server, active runs continue and execute once', async () => {
      const app = await open(true);
      const { id } = await startSteps(app, [
        request('first', 'POST', '/first'),
        request('held', 'POST', '/held/a', following('first')),
        log('last', following('held')),
      ]);
      await sink.untilAsked('POST /held/a');
      await restate.kill();
      sink.release();
      await restate.start();
      expect((await untilEnded(app, id)).status).toBe('completed');
      expect(sink.asked).toEqual(['POST /first', 'POST /held/a']);
      await app.close();
    });

    test('of the process, finished steps are not repeated, idempotent ones are, and a person is asked about others', async () => {
      sink.hold();
      const before = sink.asked.length;
      const app = await open(false);
      const order = { target: database.target, restate: settings };
      const first = await startService(order);
      const [asking, repeating] = await Promise.all([
        startSteps(app, [
          request('done', 'POST', '/done'),
          request('unsure', 'POST', '/held/post', following('done')),
          log('last', following('unsure')),
        ]),
        startSteps(app, [request('safe', 'GET', '/held/get'), log('last', following('safe'))]),
      ]);
      await Promise.all([sink.untilAsked('POST /held/post'), sink.untilAsked('GET /held/get')]);
      await first.kill();
      sink.release();
      const second = await startService(order);
      expect((await untilEnded(app, repeating.id)).status).toBe('completed');
      await untilRun(app, asking.id, ({ status }) => status === 'waiting');
      const asked = sink.asked.slice(before);
      expect(asked.toSorted()).toEqual(['GET /held/get', 'GET /held/get', 'POST /done', 'POST /held/post']);
      await app.runs.resolve({ runId: asking.id, step: 'unsure', answer: 'happened' });
      expect((await untilEnded(app, asking.id)).status).toBe('completed');
      expect(sink.asked.slice(before)).toHaveLength(4);
      await second.kill();
      await app.close();
    });
  });
});

/** Nothing in it takes more than a moment, or needs what a server keeps elsewhere. */
function isQuick({ journal, secrets, debug, cancel_on: cancel }: Golden): boolean {
  const last = journal.at(-1);
  const seconds = typeof last === 'object' && last !== null && 't' in last ? Number(last.t) : Infinity;
  return seconds < 0.1 && [secrets, debug, cancel].every((each) => each === undefined);
}

/** The same without long waits. */
function quick(document: PipelineDocument): PipelineDocument {
  const steps = document.steps.map((step) => ({
    ...step,
    ...(step.action === 'wait' ? { params: { ...step.params, duration: 0.01 } } : {}),
    ...(step.retry ? { retry: { ...step.retry, initial_delay_seconds: 0 } } : {}),
  }));
  return { ...document, steps };
}
