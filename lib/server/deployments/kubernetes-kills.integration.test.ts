import { afterAll, beforeAll, expect, it } from 'vitest';
import { BY_PERSON } from '../store/deployments/change-deployments';
import { until } from '../testing/until';
import type { ServerDeployments } from '.';
import { type FakeFixture, openFakeFixture } from './testing/fake-fixture';
import { ApiFailure } from './testing/fake-kubernetes/object';
import { CLUSTER, type KubernetesBench, openKubernetesBench } from './testing/kubernetes-bench';
import { create } from './testing/workbench';

let fixture: FakeFixture;
let cluster: KubernetesBench;
/** The call before which the server is gone. */
let cut: string | undefined;
let isGone = false;
/** The calls since the last change, each once, in order. */
const calls = new Set<string>();

beforeAll(async () => {
  fixture = await openFakeFixture();
  cluster = await openKubernetesBench(fixture);
  fixture.fake.before = (method, path, isAccount) => {
    const call = isAccount ? callOf(method, path) : undefined;
    if (call !== undefined) calls.add(call);
    if (call !== undefined && call === cut) isGone = true;
    // After its end, a process calls nothing.
    if (isAccount && isGone) throw new ApiFailure(503, 'ServiceUnavailable', 'the process ended');
  };
});
afterAll(() => cluster.close());

/**
 * A write without the name of its object, or the read of pods after the writes. An end before another read leaves the
 * cluster as an end before the next write does.
 */
function callOf(method: string, path: string): string | undefined {
  if (method === 'GET' && !path.endsWith('/pods')) return undefined;
  return `${method} ${path.replace(/pipewright-[^/]+/, 'NAME')}`;
}

const NAME = 'killed';
const autoScaling = { enabled: true, min_replicas: 1, max_replicas: 3, target_cpu: 70 };
const open = () => cluster.bench.open(cluster.options);
/** The changes of a deployment, and the objects that each one ends with. */
const PHASES = [
  {
    name: 'create',
    start: (on: ServerDeployments) => create(on, NAME, { clusterId: CLUSTER, autoScaling }),
    left: ['Deployment', 'HorizontalPodAutoscaler', 'Pod', 'Secret', 'Service'],
    isDone: async () => (await cluster.bench.stateOf(NAME))?.row.status === 'active',
  },
  {
    name: 'scale',
    start: (on: ServerDeployments) => on.registry.scaleAs(NAME, 2, BY_PERSON),
    left: ['Deployment', 'Pod', 'Pod', 'Secret', 'Service'],
    isDone: async () => {
      const state = await cluster.bench.stateOf(NAME);
      const ready = state?.replicas.filter((replica) => replica.state === 'ready') ?? [];
      return (
        state?.row.status === 'active' && state.row.observed === state.row.generation && ready.length === 2
      );
    },
  },
  {
    name: 'delete',
    start: (on: ServerDeployments) => on.registry.deleteAs(NAME, BY_PERSON),
    left: [],
    isDone: async () => (await cluster.bench.stateOf(NAME)) === undefined,
  },
] as const;
type PhaseName = (typeof PHASES)[number]['name'];

const kinds = async () => (await cluster.objects()).map((object) => object.split(' ')[0] ?? '').sort();

/** Runs all phases, and ends the server before a call in one of them. @returns the calls of each phase */
async function live(at?: { readonly phase: PhaseName; readonly call: string }) {
  const made = new Map<PhaseName, readonly string[]>();
  let on = await open();
  for (const { name, start, left, isDone } of PHASES) {
    calls.clear();
    cut = at?.phase === name ? at.call : undefined;
    await start(on);
    if (cut !== undefined) {
      // A pass that was under way can have made a call that the change does not need.
      await until(`the call ${cut}`, async () => isGone || (await isDone()));
      await on.stop();
      cut = undefined;
      isGone = false;
      on = await open();
    }
    await until(`the end of ${name}`, isDone);
    made.set(name, [...calls]);
    expect(await kinds(), `${name}, ended before ${at?.call}`).toEqual(left);
  }
  await on.stop();
  expect(cluster.kubelet.pids()).toEqual([]);
  return made;
}

it('leaves no object twice and none behind when the server ends before any single call', async () => {
  const made = await live();
  const points = [...made].flatMap(([phase, of]) => of.map((call) => ({ phase, call })));
  expect(points.length).toBeGreaterThanOrEqual(12);
  for (const at of points) await live(at);
}, 1_200_000);
