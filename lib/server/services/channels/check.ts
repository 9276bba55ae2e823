import { ActionError, type SettingName } from '@/engine';
import { parseMailbox, parseSmtpUrl } from '@/engine/actions';
import { MIN_SECRET_LENGTH } from '@/lib/contracts/secrets';
import { Invalid } from '../errors';

/**
 * Checks that a channel can use a value.
 * @throws Invalid; the message never repeats the value
 */
export function checkSetting(name: SettingName, value: string): void {
  try {
    if (name === 'smtp_url') parseSmtpUrl(value, 'The address');
    else if (name === 'mail_from') parseMailbox(value, 'The sender');
    else if (name === 'webhook_signing_key') checkKey(value);
    else checkWebhook(value);
  } catch (error) {
    if (error instanceof ActionError) throw new Invalid(error.message);
    throw error;
  }
}

function checkKey(value: string): void {
  if (value.length >= MIN_SECRET_LENGTH) return;
  throw new Invalid(
    `Enter a key of at least ${MIN_SECRET_LENGTH} characters, preferably 32 random characters.`,
  );
}

function checkWebhook(value: string): void {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !['https:', 'http:'].includes(url.protocol)) {
    throw new Invalid('Enter the complete URL of the webhook, starting with https://.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new Invalid('The URL contains a user name or password. Webhooks do not support them; remove both.');
  }
}
