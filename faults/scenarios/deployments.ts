import type { DatabaseTarget } from '@/lib/server/db/connect';
import { openPool } from '@/lib/server/db/open';
import { openWorkbench } from '@/lib/server/deployments/testing/workbench';
import { createDatabase, freshName } from '@/lib/server/testing/server';
import { killServers } from '../kill-servers';
import { seeded } from '../random';
import type { Scenario } from '../scenario';

/** Servers that are killed while they create, scale and delete deployments. */
export const deployments: Scenario = {
  name: 'deployments',
  run: async (harness, { short, seed }) => {
    const name = freshName('deployments');
    await createDatabase({ kind: 'url', url: harness.product.url('postgres') }, name, harness.template);
    const target: DatabaseTarget = { kind: 'url', url: harness.product.url(name) };
    const bench = await openWorkbench(openPool(target));
    const kills = short ? 5 : 50;
    try {
      const found = await killServers(bench, target, { kills, between: seeded(seed).between });
      const { orphans, doubles, sameNames, left, replicas } = found;
      const isRight = orphans + doubles + sameNames + left === 0;
      const figures = `${orphans} processes without a replica, ${doubles} second processes, ${sameNames} second deployments, ${left} processes left`;
      return {
        lines: [`${kills} kills, then ${replicas} replicas: ${figures}`],
        problems: isRight ? [] : [figures],
      };
    } finally {
      await bench.close();
    }
  },
};
