import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { identity } from './account';
import type { Binaries } from './binaries';
import { DATABASE_NAME } from './connection';
import { EmbeddedServerError } from './error';
import { explain } from './log';
import type { Place } from './place';

const run = promisify(execFile);
const LIMIT_MS = 300_000;

/** Access is controlled by the permissions of the socket folder, which only the account may enter. */
const HOST_RULES = 'local all all trust\n';

function reasonOf(error: unknown, data: string): string {
  const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
  return explain(stderr, data);
}

/**
 * Creates the data folder. It is renamed into place when complete, so an interrupted start leaves no incomplete
 * folder.
 * @throws EmbeddedServerError with the reason
 */
export async function createData(place: Place, binaries: Binaries): Promise<void> {
  const draft = `${place.data}.new`;
  const { account } = place;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  await chmod(draft, 0o700);
  if (account.isSwitched) await chown(draft, account.uid, account.gid);
  const locale = ['--locale-provider=builtin', '--locale=C.UTF-8'];
  const args = ['-D', draft, '-U', DATABASE_NAME, '-A', 'trust', '-E', 'UTF8', ...locale];
  const options = { ...identity(account), env: binaries.env, cwd: '/', timeout: LIMIT_MS };
  try {
    await run(binaries.initdb, args, options);
    await writeFile(join(draft, 'pg_hba.conf'), HOST_RULES);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw new EmbeddedServerError(
      `The data folder ${place.data} cannot be created: ${reasonOf(error, place.data)}. Resolve this, then start Pipewright again.`,
      { cause: error },
    );
  }
  await rename(draft, place.data);
}
