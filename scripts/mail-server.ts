import { whyNoMailServer } from '@/lib/server/testing/mail-server';
import { installPackage } from './debian';

/** Debian starts a mail server that it has questions answered for; this one is only for tests, which start their own. */
const UNCONFIGURED = 'postfix postfix/main_mailer_type select No configuration';

/** Installs Postfix for the test of the email action where that is possible; the test itself says when it is not there. */
export async function ensureMailServer(): Promise<void> {
  if (whyNoMailServer() !== undefined) await installPackage('postfix', [UNCONFIGURED]);
}
