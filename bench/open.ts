import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, readConfig } from '@/lib/server/config';

/** Settings of a bench: a temporary data folder, and the database of DATABASE_URL if set. */
export async function benchConfig(): Promise<{ readonly config: Config; readonly folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'pipewright-bench-'));
  const given = process.env.DATABASE_URL;
  const env = {
    PIPEWRIGHT_DATA_DIR: folder,
    PIPELINE_MAX_STEPS: '10000',
    ...(given ? { DATABASE_URL: given } : {}),
  };
  return { config: readConfig(env, process.cwd()), folder };
}
