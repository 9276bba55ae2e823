import type { SettingName } from '../../ports';

/** What people call each setting: the environment variable, or the secret of that name. */
export const SETTING_LABELS = {
  smtp_url: 'SMTP_URL',
  mail_from: 'MAIL_FROM',
  slack_webhook_url: 'SLACK_WEBHOOK_URL',
  teams_webhook_url: 'TEAMS_WEBHOOK_URL',
  webhook_url: 'WEBHOOK_URL',
  webhook_signing_key: 'WEBHOOK_SIGNING_KEY',
} as const satisfies Record<SettingName, string>;
