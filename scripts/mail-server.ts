import { existsSync } from 'node:fs';
import { whyNoMailServer } from '@/lib/server/testing/mail-server';
import { run } from './run';

const INSTALL_LIMIT_MS = 5 * 60_000;

/** Debian starts a mail server that it has questions answered for; this one is only for tests, which start their own. */
const UNCONFIGURED = 'postfix postfix/main_mailer_type select No configuration';

/**
 * Finds Postfix for the test of the email action, or installs it where that is possible.
 * @returns whether it can be started; the test that needs it says so itself when it cannot
 */
export async function ensureMailServer(): Promise<boolean> {
  if (whyNoMailServer() === undefined) return true;
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false;
  console.log('No Postfix found; installing one for the tests.');
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' }, timeoutMs: INSTALL_LIMIT_MS };
  if ((await run('apt-get', ['update'], options)) !== 0) return false;
  await run('sh', ['-c', `echo '${UNCONFIGURED}' | debconf-set-selections`], options);
  await run('apt-get', ['install', '-y', '--no-install-recommends', 'postfix'], options);
  return whyNoMailServer() === undefined;
}
