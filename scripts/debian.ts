import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from './run';

const INSTALL_LIMIT_MS = 10 * 60_000;

/** How long to wait for another installation on this machine: it holds the locks of apt. */
const LOCK_LIMIT_SECONDS = 300;
const UPDATE_ATTEMPTS = 10;
const UPDATE_PAUSE_MS = 6000;

/**
 * Installs a Debian package when this account may. Questions of the package are answered in advance.
 * @param answers lines for debconf, such as `postfix postfix/main_mailer_type select No configuration`
 * @returns whether the installation succeeded
 */
export async function installPackage(name: string, answers: readonly string[] = []): Promise<boolean> {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false;
  console.log(`Installing ${name} for the tests.`);
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' }, timeoutMs: INSTALL_LIMIT_MS };
  if (!(await updateLists(options))) return false;
  for (const answer of answers) {
    await run('sh', ['-c', 'echo "$1" | debconf-set-selections', 'sh', answer], options);
  }
  const patience = ['-o', `DPkg::Lock::Timeout=${LOCK_LIMIT_SECONDS}`];
  return (
    (await run('apt-get', [...patience, 'install', '-y', '--no-install-recommends', name], options)) === 0
  );
}

/** apt does not wait for the lock of its package lists. */
async function updateLists(options: Parameters<typeof run>[2]): Promise<boolean> {
  for (let attempt = 1; attempt <= UPDATE_ATTEMPTS; attempt++) {
    if ((await run('apt-get', ['update'], options)) === 0) return true;
    if (attempt < UPDATE_ATTEMPTS) await sleep(UPDATE_PAUSE_MS);
  }
  return false;
}
