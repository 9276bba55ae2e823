/**
 * `npm run test:kubernetes`: runs the Kubernetes tests in a separate network namespace, where every pod address is an
 * address of this machine. An API server refuses to connect to pods on loopback addresses. Needs root, as `unshare
 * --net` does.
 */
import { fail, run } from './run';

const POD_NETWORK = '10.244.0.1/16';
const FILES = [
  'lib/server/deployments/control-plane',
  'lib/server/adapters/clusters/kubernetes/control-plane',
];

async function main(): Promise<void> {
  const enter = `ip link set lo up && ip addr add ${POD_NETWORK} dev lo && exec "$@"`;
  const vitest = [
    process.execPath,
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'integration',
    ...FILES,
  ];
  const code = await run('unshare', ['--net', 'sh', '-c', enter, 'sh', ...vitest]);
  if (code !== 0) process.exitCode = 1;
}

await main().catch(fail);
