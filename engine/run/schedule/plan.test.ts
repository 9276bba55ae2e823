import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { catalogue as standard } from '../../actions';
import { buildGraph } from '../../pipeline/graph';
import { normalize } from '../../pipeline/normalize';
import type { PipelineDocument, StepDocument } from '../../pipeline/schema';
import { probes } from '../../testing/probes';
import {
  failAsTold,
  idAt,
  isDoomed,
  type RandomStep,
  randomPipeline,
  randomSteps,
} from '../../testing/random-pipelines';
import { runPipeline } from '../../testing/run-pipeline';
import type { RunEvent } from '../state/events';
import { applyEvent, emptyRunState, foldEvents, isTerminal } from '../state/fold';
import { runScope } from '../state/scope';
import type { RunState } from '../state/state';
import { Frontier, judge } from './plan';

// Many random pipelines on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const log = (id: string, more: Partial<StepDocument> = {}): StepDocument => ({
  id,
  action: 'log',
  params: { message: id },
  ...more,
});

/** A second, simple implementation of docs/rules.md, section 3, step by step. */
function expectedStatuses(steps: readonly RandomStep[]): string[] {
  const status: string[] = [];
  const isTolerated = (n: number) => status[n] === 'failed' && steps[n]!.goesOn;
  steps.forEach((step, index) => {
    status[index] = expectedStatus(step, index);
  });
  return status;

  function expectedStatus(step: RandomStep, index: number): string {
    const isHandled = (n: number) => step.handles?.step === n;
    const upstream = [...step.dependsOn, ...step.reads, ...step.branchOf.map((b) => b.step)];
    const ordinary = upstream.filter((n) => !isHandled(n));
    if (step.disabled) return 'skipped';
    if (ordinary.some((n) => status[n] === 'failed' && !isTolerated(n))) return 'skipped';
    const leadsHere = ({ step: n, branch }: { step: number; branch: string }) =>
      status[n] === 'completed' && (String(steps[n]!.decides) === branch || isTargetOfBoth(n, index));
    if (step.branchOf.length > 0 && !step.branchOf.some(leadsHere)) return 'skipped';
    if (ordinary.length > 0 && !ordinary.some((n) => status[n] === 'completed' || isTolerated(n)))
      return 'skipped';
    if (step.handles && status[step.handles.step] !== step.handles.status) return 'skipped';
    if (step.condition === false) return 'skipped';
    return isDoomed(step) ? 'failed' : 'completed';
  }

  function isTargetOfBoth(source: number, index: number): boolean {
    const branches = steps[index]!.branchOf.filter((b) => b.step === source).map((b) => b.branch);
    return branches.includes('true') && branches.includes('false');
  }
}

describe('random pipelines with random outcomes', () => {
  test('end every step according to the rules, none before its upstream steps, and never too many concurrently', async () => {
    await fc.assert(
      fc.asyncProperty(randomSteps(12), fc.integer({ min: 1, max: 4 }), async (steps, limit) => {
        const document = randomPipeline(steps, limit);
        const { catalogue } = probes(failAsTold);
        const { state, journal } = await runPipeline({ document, catalogue });
        expect(isTerminal(state.status)).toBe(true);
        const expected = expectedStatuses(steps);
        expect(steps.map((_, index) => state.steps.get(idAt(index))?.status)).toEqual(expected);
        const failsRun = expected.some((status, index) => status === 'failed' && !steps[index]?.goesOn);
        expect(state.status).toBe(failsRun ? 'failed' : 'completed');
        checkOrder(document, catalogue, journal.events);
        checkParallel(journal.events, limit);
      }),
      { numRuns: 100 },
    );
  });

  test('have the same ready steps when counted event by event and from the state', async () => {
    await fc.assert(
      fc.asyncProperty(randomSteps(12), async (steps) => {
        const document = randomPipeline(steps);
        const { catalogue } = probes(failAsTold);
        const { journal } = await runPipeline({ document, catalogue });
        const graph = buildGraph(normalize(document, catalogue.descriptors), catalogue.descriptors);
        const state = emptyRunState();
        const frontier = new Frontier(graph, state);
        journal.events.forEach((event, index) => {
          const before = 'step' in event && event.step ? status(state, event.step) : undefined;
          applyEvent(state, event);
          if ('step' in event && event.step && !isTerminal(before ?? 'pending')) {
            if (isTerminal(status(state, event.step))) frontier.ended(event.step);
          }
          const fresh = new Frontier(graph, foldEvents(journal.events.slice(0, index + 1)));
          const pending = frontier.ready.filter((id) => status(state, id) === 'pending');
          expect(new Set(pending)).toEqual(new Set(fresh.ready));
        });
      }),
      { numRuns: 40 },
    );
  });
});

describe('a branch', () => {
  const both: PipelineDocument = {
    steps: [
      {
        id: 'choose',
        action: 'conditional',
        params: {
          condition: 'true',
          on_true: 'yes',
          on_false: 'no',
          branches: {
            blue: { condition: 'true', target_step: 'blue' },
            red: { condition: 'true', target_step: 'red' },
          },
        },
      },
      log('yes'),
      log('no'),
      log('blue'),
      log('red'),
    ],
  };

  test('of a condition beside named branches is taken as well as the named one', async () => {
    const { state } = await runPipeline({ document: both });
    expect(Object.fromEntries([...state.steps].map(([id, unit]) => [id, unit.status]))).toEqual({
      choose: 'completed',
      yes: 'completed',
      no: 'skipped',
      blue: 'completed',
      red: 'skipped',
    });
  });
});

describe('deciding about a step', () => {
  const judged = (document: PipelineDocument, id: string, events: RunEvent[] = []) => {
    const graph = buildGraph(normalize(document, standard.descriptors), standard.descriptors);
    const state = foldEvents(events);
    return judge(graph, state, id, runScope(state, new Date(0)));
  };

  test('waits for the dependencies of a step, and waits for a missing step', () => {
    const document = { steps: [log('a'), log('b', { depends_on: ['a'] })] };
    expect(judged(document, 'b')).toEqual({ do: 'wait' });
    expect(judged(document, 'a')).toEqual({ do: 'start' });
    expect(judged(document, 'zzz')).toEqual({ do: 'wait' });
  });

  test('returns the condition with its values as the reason of a skip', () => {
    const events: RunEvent[] = [
      {
        seq: 1,
        at: new Date(0).toISOString(),
        type: 'run_created',
        run_id: 'r',
        pipeline_id: 'p',
        version: 1,
        params: { n: 3 },
      },
    ];
    expect(judged({ steps: [log('a', { condition: 'params.n > 5' })] }, 'a', events)).toEqual({
      do: 'skip',
      reason: 'condition_false',
      detail: '3 > 5',
    });
  });

  test('names a few of many skipped dependencies', () => {
    const names = Array.from({ length: 30 }, (_, index) => `s${index}`);
    const at = new Date(0).toISOString();
    const events = names.map(
      (step, index): RunEvent => ({ seq: index + 1, at, type: 'step_skipped', step, reason: 'disabled' }),
    );
    const document = { steps: [...names.map((id) => log(id)), log('last', { depends_on: names })] };
    expect(judged(document, 'last', events)).toEqual({
      do: 'skip',
      reason: 'upstream_skipped',
      detail: 's0, s1, s2, s3, s4, s5, s6, s7, s8, s9 and 20 more',
    });
  });
});

function status(state: RunState, id: string) {
  return state.steps.get(id)?.status ?? 'pending';
}

function checkOrder(
  document: PipelineDocument,
  catalogue: typeof standard,
  events: readonly RunEvent[],
): void {
  const graph = buildGraph(normalize(document, catalogue.descriptors), catalogue.descriptors);
  const state = emptyRunState();
  for (const event of events) {
    if (event.type === 'step_started') {
      const upstream = graph.steps.get(event.step)?.upstream ?? [];
      expect(upstream.filter((id) => !isTerminal(status(state, id)))).toEqual([]);
    }
    applyEvent(state, event);
  }
}

function checkParallel(events: readonly RunEvent[], limit: number): void {
  const state = emptyRunState();
  for (const event of events) {
    applyEvent(state, event);
    expect(state.counts.running).toBeLessThanOrEqual(limit);
  }
}
