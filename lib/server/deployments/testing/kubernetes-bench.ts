import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClusterAccessOf } from '../../gateway/cluster-access';
import { createTestDatabase } from '../../testing/database';
import type { OpenCluster } from '../kubernetes/connections';
import type { ClusterFixture } from './cluster-fixture';
import { type Kubelet, startKubelet } from './kubelet';
import { STAND_IN_MODES } from './runtimes';
import { type TestApi, testApi } from './test-api';
import { openWorkbench, type Workbench } from './workbench';

/** Value of `cluster_id` in tests. */
export const CLUSTER = 'gpu-east';

/** An installation with a Kubernetes cluster. */
export interface KubernetesBench {
  readonly bench: Workbench;
  readonly fixture: ClusterFixture;
  readonly kubelet: Kubelet;
  readonly api: TestApi;
  /** Options of servers under test. */
  readonly options: { readonly openCluster: OpenCluster; readonly kubernetesFile: string };
  readonly accessOf: ClusterAccessOf;
  /** Objects of deployments in the cluster: kind and name. */
  objects(): Promise<string[]>;
  close(): Promise<void>;
}

/** Opens an installation with a cluster, and starts the simulated kubelet. */
export async function openKubernetesBench(fixture: ClusterFixture): Promise<KubernetesBench> {
  const { connection, account = connection, namespace } = fixture;
  const bench = await openWorkbench(await createTestDatabase());
  await bench.sql`insert into clusters (id, provider) values (${CLUSTER}, 'kubernetes')`;
  const kubernetesFile = join(bench.folder, 'kubernetes.json');
  const images = Object.fromEntries(STAND_IN_MODES.map((mode) => [mode, `registry.example.org/${mode}:1`]));
  const settings = {
    ...{ images, download_image: 'registry.example.org/curl:8' },
    clusters: { [CLUSTER]: { namespace, access: 'proxy' } },
  };
  await writeFile(kubernetesFile, JSON.stringify(settings));
  const kubelet = await startKubelet(fixture);
  const api = testApi(connection);
  const { server, token = '', authority = '' } = account;
  const kinds = [
    `/apis/apps/v1/namespaces/${namespace}/deployments`,
    `/apis/autoscaling/v1/namespaces/${namespace}/horizontalpodautoscalers`,
    `/api/v1/namespaces/${namespace}/services`,
    `/api/v1/namespaces/${namespace}/secrets`,
    `/api/v1/namespaces/${namespace}/pods`,
  ];
  return {
    ...{ bench, fixture, kubelet, api },
    options: {
      openCluster: async (id) => (id === CLUSTER ? { connection: account, isOwn: false } : undefined),
      kubernetesFile,
    },
    accessOf: async () => ({ server, token, trust: { trusted: [authority] } }),
    objects: async () => {
      const lists = await Promise.all(kinds.map((path) => api('GET', path)));
      return lists.flatMap(({ kind, items }) =>
        (items as { metadata: { name: string } }[]).map(
          ({ metadata }) => `${String(kind).replace(/List$/, '')} ${metadata.name}`,
        ),
      );
    },
    close: async () => {
      await bench.close();
      await kubelet.close();
      await fixture.close();
    },
  };
}
