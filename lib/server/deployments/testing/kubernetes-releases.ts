import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveGateway, type TestGateway } from '../../gateway/testing/server';
import { BY_PERSON } from '../../store/deployments/change-deployments';
import { until } from '../../testing/until';
import type { ServerDeployments } from '..';
import { objectName } from '../kubernetes/names';
import type { ClusterFixture } from './cluster-fixture';
import { CLUSTER, type KubernetesBench, openKubernetesBench } from './kubernetes-bench';
import { create, MODEL_ID } from './workbench';

/** The suite of new releases on Kubernetes clusters. */
export function describeKubernetesReleases(name: string, open: () => Promise<ClusterFixture>): void {
  describe(`releases in Kubernetes: ${name}`, () => {
    let cluster: KubernetesBench;
    let server: ServerDeployments;
    let gateway: TestGateway;

    beforeAll(async () => {
      cluster = await openKubernetesBench(await open());
      server = await cluster.bench.open(cluster.options);
      gateway = await serveGateway(cluster.bench.sql, { accessOf: cluster.accessOf });
    });
    afterAll(async () => {
      await gateway.stop();
      await cluster.close();
    });

    const start = async (deployment: string) => {
      const row = await create(server, deployment, { clusterId: CLUSTER });
      await cluster.bench.untilStatus(deployment, 'active');
      return row;
    };
    const update = (deployment: string, runtime: string) =>
      server.registry.create({
        ...{ name: deployment, runtime, modelId: MODEL_ID, clusterId: CLUSTER, replicas: 1 },
        ...{ resources: { gpu_count: 0 }, ifExists: 'update' },
        ...{ owner: { runId: 'run_1', step: 'release' }, signal: AbortSignal.timeout(280_000) },
      });
    const remove = async (deployment: string) => {
      await server.registry.deleteAs(deployment, BY_PERSON);
      await cluster.bench.untilGone(deployment);
      expect(await cluster.objects()).toEqual([]);
    };
    /** Sends requests until stopped. @returns responses with a status other than 200 */
    const startLoad = (deployment: string) => {
      const stop = new AbortController();
      const run = async () => {
        const others: string[] = [];
        while (!stop.signal.aborted) {
          const answer = await fetch(`${gateway.url}/deployments/${deployment}/v1/models`);
          const text = await answer.text();
          if (answer.status !== 200) others.push(`${answer.status} ${text}`);
          await delay(20);
        }
        return others;
      };
      const others = run();
      return async () => {
        stop.abort();
        return others;
      };
    };
    const objectOf = async (group: string, plural: string, row: { id: string; name: string }) => {
      const path = `${group}/namespaces/${cluster.fixture.namespace}/${plural}/${objectName(row)}`;
      return JSON.parse(JSON.stringify(await cluster.api('GET', path)));
    };
    const keysOf = async (row: { id: string; name: string }) =>
      Object.keys((await objectOf('/api/v1', 'secrets', row)).data).sort();

    it('replace the pods when the new ones are ready, without a failed request', async () => {
      await start('rolling');
      const stop = startLoad('rolling');
      expect(await update('rolling', 'slow')).toMatchObject({ status: 'active', readyReplicas: 1 });
      expect(await stop()).toEqual([]);
      const state = await cluster.bench.stateOf('rolling');
      expect(state?.row).toMatchObject({ runtime: 'slow', release: 2, previous: null });
      expect(state?.replicas.map(({ release }) => release)).toEqual([2]);
      await remove('rolling');
    });

    it('are rolled back when no pod becomes ready, without a failed request', async () => {
      await start('guarded');
      const before = await cluster.bench.stateOf('guarded');
      const stop = startLoad('guarded');
      await expect(update('guarded', 'crash')).rejects.toThrow(
        /was rolled back, and the model mdl_tiny keeps serving\. No replica became ready.*the weights are damaged/s,
      );
      const { row, replicas } = await until('the earlier release alone', async () => {
        const state = await cluster.bench.stateOf('guarded');
        return state?.row.status === 'active' && state.replicas.length === 1 && state;
      });
      expect(await stop()).toEqual([]);
      expect(row).toMatchObject({ runtime: 'good', release: 1, previous: null, error: null });
      expect(replicas[0]?.id).toBe(before?.replicas[0]?.id);
      await remove('guarded');
    });

    it('keep the files of the earlier release for its pods until it has none', async () => {
      const row = await start('refetched');
      expect(await keysOf(row)).toEqual(['release-1.curl.conf', 'release-1.sha256sums']);
      cluster.kubelet.canSchedule = false;
      const updated = update('refetched', 'slow');
      const items = await until('the pods of the new release', async () => {
        const { spec } = (await objectOf('/apis/apps/v1', 'deployments', row)).spec.template;
        const volume = spec.volumes.find((one: { name: string }) => one.name === 'download');
        return volume.secret.items[0].key.startsWith('release-2') && volume.secret.items;
      });
      expect(items).toEqual([
        { key: 'release-2.curl.conf', path: 'curl.conf' },
        { key: 'release-2.sha256sums', path: 'sha256sums' },
      ]);
      expect(await keysOf(row)).toEqual([
        ...['release-1.curl.conf', 'release-1.sha256sums'],
        ...['release-2.curl.conf', 'release-2.sha256sums'],
      ]);
      cluster.kubelet.canSchedule = true;
      await updated;
      await until('the files of one release', async () => (await keysOf(row)).length === 2);
      expect(await keysOf(row)).toEqual(['release-2.curl.conf', 'release-2.sha256sums']);
      await remove('refetched');
    });

    it('reports nothing that nobody expected', () => {
      expect(cluster.bench.reported).toEqual([]);
    });
  });
}
