import { existsSync } from 'node:fs';
import { run } from './run';

const INSTALL_LIMIT_MS = 10 * 60_000;

/**
 * Installs a Debian package when this account may. Questions of the package are answered in advance.
 * @param answers lines for debconf, such as `postfix postfix/main_mailer_type select No configuration`
 * @returns whether the installation succeeded
 */
export async function installPackage(name: string, answers: readonly string[] = []): Promise<boolean> {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false;
  console.log(`Installing ${name} for the tests.`);
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' }, timeoutMs: INSTALL_LIMIT_MS };
  if ((await run('apt-get', ['update'], options)) !== 0) return false;
  for (const answer of answers) {
    await run('sh', ['-c', 'echo "$1" | debconf-set-selections', 'sh', answer], options);
  }
  return (await run('apt-get', ['install', '-y', '--no-install-recommends', name], options)) === 0;
}
