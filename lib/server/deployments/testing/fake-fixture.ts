import { TOKEN } from '../../adapters/clusters/testing/api-server';
import { createAuthority } from '../../adapters/clusters/testing/authority';
import type { ClusterFixture } from './cluster-fixture';
import { type FakeKubernetes, type FakeOptions, startFakeKubernetes } from './fake-kubernetes/server';

/** A cluster of this process. */
export interface FakeFixture extends ClusterFixture {
  readonly fake: FakeKubernetes;
}

/** Starts a cluster of this process. Its pods get addresses of the loopback network. */
export async function openFakeFixture(options: FakeOptions = {}): Promise<FakeFixture> {
  const authority = await createAuthority();
  const fake = await startFakeKubernetes(authority, options);
  // Test files run side by side: the port of the server is no other one's.
  const port = Number(new URL(fake.url).port);
  const network = `${port >> 8}.${port & 255}`;
  let pods = 0;
  return {
    fake,
    connection: { server: fake.url, authority: authority.ca, token: TOKEN },
    namespace: 'inference',
    podAddresses: () => {
      pods += 1;
      return `127.${network}.${(pods % 250) + 1}`;
    },
    cutOff: async () => {
      fake.isReachable = false;
      return async () => {
        fake.isReachable = true;
      };
    },
    close: () => fake.close(),
  };
}
