import { describe, expect, test } from 'vitest';
import type { ClusterHealth } from '../../cluster-health';
import type { DeploymentState } from '../../deployments';
import { ActionError } from '../../errors';
import type { PipelineDocument } from '../../pipeline/schema';
import type { Deployments } from '../../ports';
import { fakeWorld, memoryClock } from '../../testing/fakes';
import { goldenJournal } from '../../testing/golden';
import { createdEvent, memoryJournal, runPipeline } from '../../testing/run-pipeline';
import { compactEvents } from '../journal/compact';
import { foldEvents } from '../state/fold';

const deploy = {
  id: 'deploy',
  action: 'deployment_create',
  params: { model_id: 'mdl_1', cluster_id: 'local', deployment_name: 'support' },
};

function waiting(condition: string, more: object = {}): PipelineDocument {
  return { steps: [deploy, { id: 'until', action: 'wait_until', params: { condition, ...more } }] };
}

/** Deployments that have these states, one after the other; the last one stays. */
function passing(...states: (Partial<DeploymentState> | 'unreachable')[]) {
  const reads: string[] = [];
  const deployments: Deployments = {
    ...fakeWorld().deployments,
    create: async () => ({
      id: 'dep_1',
      endpointUrl: 'http://local/deployments/support',
      status: 'active',
      readyReplicas: 1,
    }),
    read: async (id) => {
      const state = states[Math.min(reads.length, states.length - 1)] ?? {};
      reads.push(id);
      if (state === 'unreachable') throw new ActionError('connection_error', 'The database is away.');
      return {
        ...{ id, name: 'support', modelId: 'mdl_1', clusterId: 'local', replicas: 1, error: undefined },
        ...{ endpointUrl: 'http://local/deployments/support', status: 'active', readyReplicas: 1 },
        ...state,
      };
    },
  };
  return { reads, deployments };
}

describe('a wait whose condition reads a deployment that a step created', () => {
  test('reads its present state at each poll, and completes when that makes the condition true', async () => {
    const { deployments, reads } = passing(
      {},
      { status: 'scaling' },
      { status: 'stopped', readyReplicas: 0 },
    );
    const { state, journal } = await runPipeline({
      document: waiting("steps.deploy.output.status == 'stopped'"),
      deployments,
    });
    expect(state.steps.get('until')?.output).toEqual({ value: { waited_seconds: 10, polls: 3 } });
    expect(reads).toEqual(['dep_1', 'dep_1', 'dep_1']);
    const read = goldenJournal(journal.events).filter((event) =>
      JSON.stringify(event).includes('"iteration"'),
    );
    expect(read.map((event) => JSON.stringify(event))).toEqual(
      ['active', 'scaling', 'stopped'].flatMap((status) => [
        expect.stringContaining('"action":"deployment_status"'),
        expect.stringContaining(`"status":"${status}"`),
      ]),
    );
  });

  test('keeps the recorded output of the step for all other steps', async () => {
    const { deployments } = passing({ status: 'stopped', readyReplicas: 0 });
    const document = waiting("steps.deploy.output.status == 'stopped'");
    document.outputs = { status: '{{steps.deploy.output.status}}' };
    const { state } = await runPipeline({ document, deployments });
    expect(state.outputs).toEqual({ status: { value: 'active' } });
  });

  test('reads one that a step only read before, too', async () => {
    const { deployments } = passing({}, {}, { status: 'failed' });
    const find = { id: 'find', action: 'deployment_status', params: { deployment_id: 'support' } };
    const until = {
      id: 'until',
      action: 'wait_until',
      params: { condition: "steps.find.output.status == 'failed'" },
    };
    const { state } = await runPipeline({ document: { steps: [find, until] }, deployments });
    expect(state.steps.get('until')?.output).toMatchObject({ value: { polls: 2 } });
  });

  test('may wait until it is deleted', async () => {
    const { deployments } = passing({ status: 'deleting' }, { status: 'deleted' });
    const { state } = await runPipeline({
      document: waiting("steps.deploy.output.status == 'deleted'"),
      deployments,
    });
    expect(state.status).toBe('completed');
  });

  test('polls again when the state cannot be read', async () => {
    const { deployments } = passing('unreachable', { readyReplicas: 2 });
    const { state } = await runPipeline({
      document: waiting('steps.deploy.output.ready_replicas == 2'),
      deployments,
    });
    expect(state.steps.get('until')?.output).toMatchObject({ value: { polls: 2 } });
  });

  test('reads nothing for conditions over status, error or other outputs', async () => {
    const { deployments, reads } = passing({});
    const document = waiting("steps.deploy.status == 'completed' && steps.said.output.message == 'x'");
    document.steps.unshift({ id: 'said', action: 'log', params: { message: 'x' } });
    expect((await runPipeline({ document, deployments })).state.status).toBe('completed');
    expect(reads).toEqual([]);
  });

  test('combines the deployment with a check, in one poll', async () => {
    const { deployments } = passing({ readyReplicas: 2 });
    const { state, journal } = await runPipeline({
      document: waiting('steps.deploy.output.ready_replicas == 2 && check.output.message == "3"', {
        check: { action: 'log', params: { message: '{{polls}}' } },
      }),
      deployments,
    });
    expect(state.steps.get('until')?.output).toMatchObject({ value: { polls: 3 } });
    expect(journal.events.filter(({ type }) => type === 'iterations_planned')).toHaveLength(6);
  });

  test('continues with the same result when another runner takes over after any write', async () => {
    const document = waiting('steps.deploy.output.ready_replicas == 3 && check.status == "completed"', {
      check: { action: 'log', params: { message: 'x' } },
    });
    const states = [{}, { readyReplicas: 2 }, { readyReplicas: 3 }];
    const whole = await runPipeline({ document, ...passing(...states) });
    expect(foldEvents(compactEvents(whole.journal.events))).toEqual(foldEvents(whole.journal.events));
    for (let length = 1; length < whole.journal.events.length; length += 1) {
      const before = whole.journal.events.slice(0, length);
      const readsDone = before.filter(
        (event) => event.type === 'step_completed' && event.iteration && (event.iteration[0] ?? 0) % 2 === 0,
      ).length;
      const clock = memoryClock(new Date(before.at(-1)?.at ?? 0));
      const rest = passing(...states.slice(Math.min(readsDone, 2)));
      const { state } = await runPipeline({ document, clock, journal: memoryJournal(before), ...rest });
      expect(state.steps.get('until')?.output, `after ${length} events`).toMatchObject({
        value: { polls: 3 },
      });
    }
  });

  test('reads on where a wait began before conditions read present states', async () => {
    const clock = memoryClock();
    const at = clock.now().toISOString();
    const inputs = { value: deploy.params };
    const output = { value: { deployment_id: 'dep_1', endpoint_url: 'x', status: 'active' } };
    const begun = { at, step: 'until', attempt: 1 };
    const journal = memoryJournal([
      createdEvent(clock),
      { seq: 2, at, type: 'run_started' },
      { seq: 3, at, type: 'step_started', step: 'deploy', attempt: 1, action: 'deployment_create', inputs },
      { seq: 4, at, type: 'step_completed', step: 'deploy', attempt: 1, output },
      { seq: 5, ...begun, type: 'step_started', action: 'wait_until', inputs: { value: {} } },
      { seq: 6, ...begun, type: 'step_waiting', reason: 'timer', until: at, times: 40 },
    ]);
    const { deployments, reads } = passing({ status: 'failed' });
    const document = waiting("steps.deploy.output.status == 'failed'");
    const { state } = await runPipeline({ document, deployments, clock, journal });
    expect(state.steps.get('until')?.output).toMatchObject({ value: { polls: 41 } });
    expect(reads).toHaveLength(1);
  });
});

test('a wait reads the present health of a cluster that a step checked, with the same checks', async () => {
  const capacity = { total: 1, free: 1 };
  const healths: string[] = [];
  const clusters = {
    health: async (id: string): Promise<ClusterHealth> => {
      healths.push(id);
      const issue = { check: 'nodes', severity: 'degraded', message: 'Memory is low.' } as const;
      return {
        nodes: [],
        capacity: { cpu: capacity, memory: capacity, gpu: capacity },
        gpuTypes: [],
        issues: healths.length < 3 ? [issue] : [],
      };
    },
  };
  const { state } = await runPipeline({
    document: {
      steps: [
        { id: 'health', action: 'cluster_health', params: { cluster_id: 'local', checks: ['nodes'] } },
        {
          id: 'until',
          action: 'wait_until',
          params: { condition: "steps.health.output.status == 'healthy'" },
        },
      ],
    },
    clusters,
  });
  expect(state.steps.get('until')?.output).toMatchObject({ value: { polls: 2 } });
  expect(healths).toEqual(['local', 'local', 'local']);
});
