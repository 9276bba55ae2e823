import { TOKEN } from '../../adapters/clusters/testing/api-server';
import { createAuthority } from '../../adapters/clusters/testing/authority';
import type { ClusterFixture } from './cluster-fixture';
import {
  ACCOUNT_TOKEN,
  type FakeKubernetes,
  type FakeOptions,
  startFakeKubernetes,
} from './fake-kubernetes/server';

/** A simulated cluster in this process. */
export interface FakeFixture extends ClusterFixture {
  readonly fake: FakeKubernetes;
}

/** Starts a simulated cluster in this process, with pods on loopback addresses. */
export async function openFakeFixture(options: FakeOptions = {}): Promise<FakeFixture> {
  const authority = await createAuthority();
  const fake = await startFakeKubernetes(authority, options);
  // Test files run concurrently: the port of the server makes the addresses unique.
  const port = Number(new URL(fake.url).port);
  const network = `${port >> 8}.${port & 255}`;
  let pods = 0;
  return {
    fake,
    connection: { server: fake.url, authority: authority.ca, token: TOKEN },
    account: { server: fake.url, authority: authority.ca, token: ACCOUNT_TOKEN },
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
