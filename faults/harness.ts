import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateDatabase, migrationsFolder } from '@/lib/server/db/migrate';
import { createDatabase, freshName } from '@/lib/server/testing/server';
import { BUNDLE_FOLDER, bundlePrograms } from './bundle';
import { type Cluster, createCluster } from './postgres';
import { ProcessGroup } from './processes';

/** Resources that all scenarios share. */
export interface Harness {
  /** The product's database server, which scenarios kill and restart. */
  readonly product: Cluster;
  /** The database server of the ledger, which is never killed. */
  readonly outside: Cluster;
  /** A migrated database, used as a template. */
  readonly template: string;
  readonly processes: ProcessGroup;
  close(): Promise<void>;
}

/** Starts both database servers and prepares the programs under test. */
export async function openHarness(): Promise<Harness> {
  const folder = await mkdtemp(join(tmpdir(), 'pipewright-faults-db-'));
  // When run as root, PostgreSQL uses another account, which needs access.
  await chmod(folder, 0o755);
  const [product, outside, bundle] = await Promise.all([
    createCluster(join(folder, 'product')),
    createCluster(join(folder, 'outside')),
    bundlePrograms(),
  ]);
  const template = freshName('template');
  await createDatabase({ kind: 'url', url: product.url('postgres') }, template);
  await migrateDatabase({ kind: 'url', url: product.url(template) }, migrationsFolder(process.cwd()));
  const processes = await ProcessGroup.open(bundle);
  return {
    product,
    outside,
    template,
    processes,
    close: async () => {
      await processes.close();
      await Promise.all([product.stop(), outside.stop()]);
      await rm(folder, { recursive: true, force: true });
      await rm(BUNDLE_FOLDER, { recursive: true, force: true });
    },
  };
}
