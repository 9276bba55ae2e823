import type { Catalogue } from '../../catalogue';
import { buildGraph } from '../../pipeline/graph';
import { normalize } from '../../pipeline/normalize';
import { coerceRunParams } from '../../pipeline/run-params';
import type { Pipeline, PipelineDocument } from '../../pipeline/schema';
import { Runner } from '../runner';
import type { RunEvent } from '../state/events';
import { foldEvents, isTerminal } from '../state/fold';
import type { RunState, RunStatus } from '../state/state';
import { type Taken, takenIn } from '../taken/taken';
import { fixtureExecutor } from './fixture-executor';
import { fixturesOf } from './fixtures';
import { judge, type TestDifference } from './judge';
import { type MemoryClock, memoryClock } from './memory-clock';
import { MAX_MOVES, Pace, type Stopped, type TestPorts } from './pace';
import { type TestProblem, testProblems } from './problems';
import type { PipelineTest } from './schema';
import { testWorld } from './test-world';

export interface RunTestOptions {
  readonly document: PipelineDocument;
  readonly test: PipelineTest;
  readonly catalogue: Catalogue;
  readonly ports: TestPorts;
  /** Ends the test early. */
  readonly signal?: AbortSignal;
}

/** What a test found. */
export interface TestResult {
  readonly name: string;
  readonly passed: boolean;
  /** Why the test did not run, or not to its end. */
  readonly problems: readonly TestProblem[];
  readonly differences: readonly TestDifference[];
  /** The status of the run; undefined when the test did not run. */
  readonly status: RunStatus | undefined;
  /** Which edges and branches the run took. */
  readonly taken: Taken;
}

/** A test after its run. */
export interface TestRunState {
  readonly result: TestResult;
  /** Undefined when the test did not run. */
  readonly state: RunState | undefined;
}

/** Runs a test with the ordinary runner, in memory and virtual time. No effect is executed. */
export async function runTest(options: RunTestOptions): Promise<TestResult> {
  return (await runTestState(options)).result;
}

/** As `runTest`, with the run itself. */
export async function runTestState(options: RunTestOptions): Promise<TestRunState> {
  const { document, test, catalogue } = options;
  const pipeline = normalize(document, catalogue.descriptors);
  const problems = testProblems(pipeline, test, catalogue);
  if (problems.length > 0) return { result: notRun(test, problems), state: undefined };
  const { state, stopped } = await execute(options, pipeline);
  const taken = takenIn(buildGraph(pipeline, catalogue.descriptors), state);
  const differences = stopped ? [] : judge(test, state);
  const passed = differences.length === 0 && !stopped;
  const found = { passed, problems: stopped ? [stopped] : [], differences };
  return { result: { name: test.name, ...found, status: state.status, taken }, state };
}

/** The result of a test that does not run. */
export function notRun({ name }: Pick<PipelineTest, 'name'>, problems: readonly TestProblem[]): TestResult {
  const taken = { edges: [], branches: [], steps: [] };
  return { name, passed: false, problems, differences: [], status: undefined, taken };
}

interface Executed {
  readonly state: RunState;
  /** Why the run did not end. */
  readonly stopped?: TestProblem;
}

async function execute(options: RunTestOptions, pipeline: Pipeline): Promise<Executed> {
  const { test, catalogue, ports, signal } = options;
  const clock = memoryClock(new Date(test.now ?? '2026-01-01T00:00:00.000Z'));
  const pace = new Pace(ports, clock);
  const coerced = coerceRunParams(pipeline.params, test.params);
  const created: RunEvent = {
    ...{ seq: 1, at: clock.now().toISOString(), type: 'run_created' },
    ...{ run_id: 'run_test', pipeline_id: 'test', version: 1, params: coerced.ok ? coerced.params : {} },
  };
  const runner = new Runner({
    pipeline,
    catalogue,
    state: foldEvents([created]),
    journal: { append: async () => undefined },
    clock,
    world: testWorld(pace.sandbox),
    executor: fixtureExecutor(fixturesOf(test.fixtures), clock),
    onIdle: () => pace.idle(),
  });
  sendSignals(runner, test, clock);
  const running = runner.run().finally(() => pace.end());
  const stopped = await pace.keep(runner, signal);
  if (stopped) runner.abandon();
  await running;
  return { state: runner.state, ...(stopped ? { stopped: stoppedProblem(stopped, runner.state) } : {}) };
}

function sendSignals(runner: Runner, { signals = [] }: PipelineTest, clock: MemoryClock): void {
  for (const { name, value, after_seconds } of signals) {
    const at = new Date(clock.now().getTime() + after_seconds * 1000);
    clock.at(at, () => runner.sendSignal(name, value));
  }
}

function stoppedProblem(why: Stopped, state: RunState): TestProblem {
  const [open] = [...state.steps].find(([, unit]) => !isTerminal(unit.status)) ?? [];
  const step = open === undefined ? {} : { step: open };
  const at = open === undefined ? 'The run' : `The run, at ${open},`;
  switch (why) {
    case 'stuck':
      return {
        message: `${at} waits for something that the test does not provide. Add a signal, or a fixture that ends the wait.`,
        ...step,
      };
    case 'endless':
      return {
        message: `${at} waited more than ${MAX_MOVES} times. Shorten the wait, or add a fixture that ends the wait.`,
        ...step,
      };
    case 'aborted':
      return {
        message: `${at} took too long. Run fewer tests concurrently, or use a smaller example.`,
        ...step,
      };
  }
}
