import { startReplica } from '../gateway/testing/replica';
import { createTestDatabase } from '../testing/database';
import { describeProvider } from './testing/conformance';
import { openFakeFixture } from './testing/fake-fixture';
import { CLUSTER, openKubernetesBench } from './testing/kubernetes-bench';
import { openWorkbench } from './testing/workbench';

describeProvider('on this machine', async () => {
  const bench = await openWorkbench(await createTestDatabase());
  return { bench, place: {}, startsReplicas: true, left: () => bench.processes(), close: bench.close };
});

describeProvider('an external server', async () => {
  const bench = await openWorkbench(await createTestDatabase());
  const server = await startReplica();
  const close = async () => {
    await bench.close();
    await server.kill();
  };
  return { bench, place: { externalUrl: server.url }, startsReplicas: false, left: async () => [], close };
});

describeProvider('a Kubernetes cluster', async () => {
  const cluster = await openKubernetesBench(await openFakeFixture());
  const { bench, options, accessOf, objects, kubelet, close } = cluster;
  const left = async () => [...(await objects()), ...kubelet.pids()];
  return { bench, place: { clusterId: CLUSTER }, options, accessOf, startsReplicas: true, left, close };
});
