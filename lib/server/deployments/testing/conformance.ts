import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDialer } from '../../adapters/egress';
import { policyOf } from '../../adapters/egress/testing/policies';
import { createDownload } from '../../adapters/http';
import type { ClusterAccessOf } from '../../gateway/cluster-access';
import { serveGateway, type TestGateway } from '../../gateway/testing/server';
import { benchmarkModel } from '../../models/benchmark/benchmark-model';
import { BY_PERSON } from '../../store/deployments/change-deployments';
import { until } from '../../testing/until';
import type { ServerDeployments } from '..';
import { serveModelWith } from '../serve-model';
import { create, MODEL_ID, type Workbench } from './workbench';

/** A provider with everything that its deployments need. */
export interface ProviderBench {
  readonly bench: Workbench;
  /** Where deployments run. */
  readonly place: { readonly clusterId?: string; readonly externalUrl?: string };
  readonly options?: Parameters<Workbench['open']>[0];
  readonly accessOf?: ClusterAccessOf;
  /** Whether the provider starts replicas, so that their number can change. */
  readonly startsReplicas: boolean;
  /** Resources that exist outside the database. */
  readonly left: () => Promise<readonly unknown[]>;
  readonly close: () => Promise<void>;
}

const NO_SECRETS = { reveal: async () => undefined };

/** The conformance suite of all providers of deployments. */
export function describeProvider(name: string, open: () => Promise<ProviderBench>): void {
  describe(`deployments: ${name}`, () => {
    let provider: ProviderBench;
    let bench: Workbench;
    let server: ServerDeployments;
    let gateway: TestGateway;

    beforeAll(async () => {
      provider = await open();
      bench = provider.bench;
      server = await bench.open(provider.options);
      gateway = await serveGateway(bench.sql, provider.accessOf ? { accessOf: provider.accessOf } : {});
    });
    afterAll(async () => {
      await gateway.stop();
      await provider.close();
    });

    const make = (deployment: string, replicas = 1) =>
      create(server, deployment, { replicas, ...provider.place });
    const attempt = (step: string, signal = new AbortController().signal) => ({
      owner: { runId: 'run_1', step },
      signal,
    });
    const request = (deployment: string) => ({
      ...{ name: deployment, modelId: MODEL_ID, clusterId: 'local', runtime: 'good', replicas: 1 },
      resources: { gpu_count: 0 },
      ...provider.place,
    });
    const remove = async (deployment: string) => {
      await server.registry.deleteAs(deployment, BY_PERSON);
      await bench.untilGone(deployment);
    };

    it('serves requests of the gateway when it is active, and leaves nothing when it is deleted', async () => {
      await make('plain');
      const { replicas } = await bench.untilStatus('plain', 'active');
      expect(replicas.map(({ state }) => state)).toEqual(['ready']);
      const answer = await fetch(`${gateway.url}/deployments/plain/v1/models`);
      expect(answer.status).toBe(200);
      await remove('plain');
      expect(await provider.left()).toEqual([]);
    });

    it('is created once by a step that runs again, and deleted once', async () => {
      const [first, again] = await Promise.all([
        server.registry.create({ ...request('once'), ...attempt('deploy') }),
        server.registry.create({ ...request('once'), ...attempt('deploy') }),
      ]);
      expect(again).toEqual(first);
      expect(first.status).toBe('active');
      expect((await bench.stateOf('once'))?.replicas).toHaveLength(1);
      const deleted = await server.registry.delete('once', attempt('delete'));
      expect(await server.registry.delete('once', attempt('delete'))).toEqual(deleted);
      expect(await provider.left()).toEqual([]);
    });

    it('has a name that no other deployment gets', async () => {
      await make('taken');
      await expect(make('taken')).rejects.toThrow('The name taken is taken by another deployment');
      await remove('taken');
    });

    it('stops at 0 replicas, and starts again', async () => {
      await make('paused');
      await bench.untilStatus('paused', 'active');
      await server.registry.scaleAs('paused', 0, BY_PERSON);
      await bench.untilStatus('paused', 'stopped');
      expect((await bench.stateOf('paused'))?.replicas).toEqual([]);
      await server.registry.scaleAs('paused', 1, BY_PERSON);
      await bench.untilStatus('paused', 'active');
      await remove('paused');
    });

    it('is benchmarked through its own replicas', async () => {
      await make('measured');
      await bench.untilStatus('measured', 'active');
      const http = { dialer: createDialer(policyOf('open')), mark: () => 'test' };
      const { accessOf = async () => ({}) } = provider;
      const { registry } = server;
      const serveModel = serveModelWith({ sql: bench.sql, registry, client: { http, accessOf } });
      const lines: string[] = [];
      const result = await benchmarkModel(
        { sql: bench.sql, download: createDownload(http), serveModel, secrets: NO_SECRETS },
        {
          ...{ modelId: MODEL_ID, prompts: ['four'], requests: 4, concurrency: 2, warmUp: 0, maxTokens: 4 },
          ...attempt('benchmark', AbortSignal.timeout(280_000)),
          log: (_, line) => void lines.push(line),
        },
      );
      expect(result).toMatchObject({ completed: 4, failed: 0 });
      expect(lines).toEqual(['The deployment measured is measured, with 1 ready replicas.']);
      expect(await bench.sql`select name from deployments where name like 'temporary-%'`).toEqual([]);
      await remove('measured');
    });

    it('scales up and down', async () => {
      await make('wide');
      await bench.untilStatus('wide', 'active');
      const most = provider.startsReplicas ? 3 : 1;
      const scaled = await server.registry.scale('wide', 3, attempt('up'));
      expect(scaled).toMatchObject({ previousReplicas: 1, currentReplicas: most });
      const down = await server.registry.scale('wide', 1, attempt('down'));
      expect(down).toMatchObject({ previousReplicas: most, currentReplicas: 1 });
      await remove('wide');
    });

    it('has the number of the later of two steps that scale it, and the earlier one fails', async () => {
      await make('raced');
      await bench.untilStatus('raced', 'active');
      const signal = AbortSignal.timeout(280_000);
      const outcomes = await Promise.allSettled([
        server.registry.scale('raced', 2, attempt('two', signal)),
        server.registry.scale('raced', 3, attempt('three', signal)),
      ]);
      const { row } = await until('the end of scaling', async () => {
        const state = await bench.stateOf('raced');
        return state?.row.status === 'active' && state.row.observed === state.row.generation && state;
      });
      const won = row.replicas === 2 ? 0 : 1;
      expect(outcomes[won]?.status).toBe('fulfilled');
      const lost = outcomes[1 - won];
      if (lost?.status === 'rejected')
        expect(String(lost.reason)).toContain(`was scaled to ${row.replicas} in the meantime`);
      await remove('raced');
    });

    it('is deleted while it is being deployed', async () => {
      await make('early', provider.startsReplicas ? 2 : 1);
      await remove('early');
      expect(await provider.left()).toEqual([]);
    });

    it('goes on with the next server, without a second set of replicas', async () => {
      await make('handed', provider.startsReplicas ? 2 : 1);
      await bench.untilStatus('handed', 'active');
      await server.stop();
      server = await bench.open(provider.options);
      const { replicas } = await until('all replicas', async () => {
        const state = await bench.stateOf('handed');
        const ready = state?.replicas.every((replica) => replica.state === 'ready');
        return ready && state?.row.status === 'active' && state.replicas.length > 0 && state;
      });
      expect(replicas).toHaveLength(provider.startsReplicas ? 2 : 1);
      await remove('handed');
      expect(await provider.left()).toEqual([]);
    });

    it('reports nothing that nobody expected', () => {
      expect(bench.reported).toEqual([]);
    });
  });
}
