import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BY_PERSON } from '../../store/deployments/change-deployments';
import { eventsOfDeployment } from '../../store/deployments/read-deployments';
import { until } from '../../testing/until';
import type { ServerDeployments } from '..';
import { objectName } from '../kubernetes/names';
import type { ClusterFixture } from './cluster-fixture';
import { CLUSTER, type KubernetesBench, openKubernetesBench } from './kubernetes-bench';
import { create } from './workbench';

/** The additional conformance suite of deployments on Kubernetes clusters. */
export function describeKubernetes(name: string, open: () => Promise<ClusterFixture>): void {
  describe(`deployments in Kubernetes: ${name}`, () => {
    let cluster: KubernetesBench;
    let server: ServerDeployments;

    beforeAll(async () => {
      cluster = await openKubernetesBench(await open());
      server = await cluster.bench.open(cluster.options);
    });
    afterAll(() => cluster.close());

    const make = (deployment: string, more: Parameters<typeof create>[2] = {}) =>
      create(server, deployment, { clusterId: CLUSTER, ...more });
    const remove = async (deployment: string) => {
      await server.registry.deleteAs(deployment, BY_PERSON);
      await cluster.bench.untilGone(deployment);
      expect(await cluster.objects()).toEqual([]);
      expect(cluster.kubelet.pids()).toEqual([]);
    };
    const pathOf = (row: { id: string; name: string }) =>
      `/apis/apps/v1/namespaces/${cluster.fixture.namespace}/deployments/${objectName(row)}`;

    it('requests what a replica needs, and keeps credentials and addresses out of the pod', async () => {
      const resources = { cpu_cores: 1.5, memory_gb: 2, gpu_count: 2 };
      const row = await make('sized', { resources });
      await cluster.bench.untilStatus('sized', 'active');
      const deployment = JSON.parse(JSON.stringify(await cluster.api('GET', pathOf(row))));
      const { containers, initContainers, volumes } = deployment.spec.template.spec;
      expect(containers[0].resources.limits).toMatchObject({ cpu: '1500m', 'nvidia.com/gpu': '2' });
      expect(containers[0].resources.requests).toEqual(containers[0].resources.limits);
      expect(JSON.stringify([containers, initContainers])).not.toContain('models.example.org');
      expect(volumes.find((volume: { name: string }) => volume.name === 'download').secret.secretName).toBe(
        objectName(row),
      );
      expect(deployment.metadata.labels['pipewright/deployment-id']).toBe(row.id);
      await remove('sized');
    });

    it('fails with the last lines of a container that crashes, and leaves no objects', async () => {
      await make('crashing', { runtime: 'crash' });
      const { row } = await cluster.bench.untilStatus('crashing', 'failed');
      expect(row.error?.message).toContain('No replica became ready after 6 attempts.');
      expect(row.error?.message).toContain('The container runtime exited with code 3.');
      expect(row.error?.message).toContain('the weights are damaged');
      await until('no objects', async () => (await cluster.objects()).length === 0);
      await remove('crashing');
    });

    it('says what it waits for while no node takes a pod, and becomes active when one does', async () => {
      cluster.kubelet.canSchedule = false;
      await make('queued');
      const { row } = await until('the reason', async () => {
        const state = await cluster.bench.stateOf('queued');
        const isWaiting = state?.row.error?.message.startsWith('The pod cannot be scheduled');
        return state && isWaiting && state.row.status === 'deploying' && state;
      });
      expect(row.error?.message).toBe(
        'The pod cannot be scheduled: 0/1 nodes are available: 1 Insufficient nvidia.com/gpu.',
      );
      expect(row.status).toBe('deploying');
      cluster.kubelet.canSchedule = true;
      const active = await cluster.bench.untilStatus('queued', 'active');
      expect(active.row.error).toBeNull();
      await remove('queued');
    });

    it('leaves the number of replicas to the autoscaler of the cluster, and follows it', async () => {
      const autoScaling = { enabled: true, min_replicas: 1, max_replicas: 3, target_cpu: 70 };
      const row = await make('elastic', { autoScaling });
      await cluster.bench.untilStatus('elastic', 'active');
      expect((await cluster.objects()).some((one) => one.startsWith('HorizontalPodAutoscaler'))).toBe(true);
      await cluster.api('PATCH', `${pathOf(row)}/scale`, { spec: { replicas: 3 } });
      const { row: scaled } = await until('three replicas', async () => {
        const state = await cluster.bench.stateOf('elastic');
        return (
          state?.row.replicas === 3 && state.row.status === 'active' && state.replicas.length === 3 && state
        );
      });
      const [event] = (await eventsOfDeployment(cluster.bench.sql, scaled.id)).filter(
        ({ kind }) => kind === 'scaled',
      );
      expect(event?.message).toBe(
        'Auto-scaled from 1 to 3 replicas: by the HorizontalPodAutoscaler of the cluster.',
      );
      await server.registry.scaleAs('elastic', 2, BY_PERSON);
      await until(
        'two replicas',
        async () => (await cluster.bench.stateOf('elastic'))?.replicas.length === 2,
      );
      expect((await cluster.objects()).some((one) => one.startsWith('HorizontalPodAutoscaler'))).toBe(false);
      await remove('elastic');
    });

    it('keeps its state while the cluster is not reachable, and goes on when it is', async () => {
      await make('remote');
      await cluster.bench.untilStatus('remote', 'active');
      const restore = await cluster.fixture.cutOff();
      const { row, replicas } = await until('the message', async () => {
        const state = await cluster.bench.stateOf('remote');
        return state?.row.error?.message.includes('has been unreachable since') && state;
      });
      expect(row.status).toBe('active');
      expect(replicas.map(({ state }) => state)).toEqual(['ready']);
      await server.registry.scaleAs('remote', 2, BY_PERSON);
      await restore();
      await until('two replicas', async () => {
        const state = await cluster.bench.stateOf('remote');
        return state?.row.status === 'active' && state.replicas.length === 2 && state.row.error === null;
      });
      await remove('remote');
    });

    it('leaves objects of others alone', async () => {
      cluster.kubelet.canSchedule = false;
      const row = await make('foreign');
      const stranger = {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 'other' },
        spec: { ports: [{ port: 80 }] },
      };
      const services = `/api/v1/namespaces/${cluster.fixture.namespace}/services`;
      await cluster.api('POST', services, stranger);
      await until('its objects', async () => (await cluster.objects()).length >= 4);
      await server.registry.deleteAs('foreign', BY_PERSON);
      await cluster.bench.untilGone('foreign');
      cluster.kubelet.canSchedule = true;
      expect(await cluster.objects()).toEqual(['Service other']);
      expect(row.clusterId).toBe(CLUSTER);
      await cluster.api('DELETE', `${services}/other`);
    });

    it('reports nothing that nobody expected', () => {
      expect(cluster.bench.reported).toEqual([]);
    });
  });
}
