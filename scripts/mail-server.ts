import { whyNoMailServer } from '@/lib/server/testing/mail-server';
import { installPackage } from './debian';

/** Debian would start a configured mail server; tests start their own, so this one is left without configuration. */
const UNCONFIGURED = 'postfix postfix/main_mailer_type select No configuration';

/** Installs Postfix for the tests of the email action where possible. The tests report when it is missing. */
export async function ensureMailServer(): Promise<void> {
  if (whyNoMailServer() !== undefined) await installPackage('postfix', [UNCONFIGURED]);
}
