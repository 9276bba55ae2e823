import type { SettingName } from '@/engine';
import type { IconName } from '../ui/icon';

/** One setting as the page explains it. */
export interface ChannelField {
  readonly name: SettingName;
  readonly label: string;
  /** What to write. */
  readonly hint: string;
  readonly placeholder: string;
}

/** A channel and its settings. */
export interface ChannelKind {
  readonly title: string;
  readonly icon: IconName;
  /** What it is for. */
  readonly about: string;
  readonly fields: readonly ChannelField[];
}

/** The channels in the order of the page. */
export const CHANNEL_KINDS: readonly ChannelKind[] = [
  {
    title: 'Email',
    icon: 'email',
    about: 'Sends email steps and email notifications, unless a step sets its own mail server.',
    fields: [
      {
        name: 'smtp_url',
        label: 'Mail server',
        hint: 'smtp://user:password@host:587, or smtps:// for implicit TLS. Write @ : / in the password as %40 %3A %2F.',
        placeholder: 'smtp://user:password@mail.example.org:587',
      },
      {
        name: 'mail_from',
        label: 'Sender',
        hint: 'From address, visible to recipients.',
        placeholder: 'Pipewright <pipewright@example.org>',
      },
    ],
  },
  {
    title: 'Slack',
    icon: 'notification',
    about: 'Receives notifications with the channel Slack.',
    fields: [
      {
        name: 'slack_webhook_url',
        label: 'Incoming webhook',
        hint: 'URL of the incoming webhook of a Slack channel.',
        placeholder: 'https://hooks.slack.com/services/…',
      },
    ],
  },
  {
    title: 'Microsoft Teams',
    icon: 'notification',
    about: 'Receives notifications with the channel Microsoft Teams.',
    fields: [
      {
        name: 'teams_webhook_url',
        label: 'Workflows webhook',
        hint: 'URL of a workflow with the trigger “When a Teams webhook request is received”.',
        placeholder: 'https://…',
      },
    ],
  },
  {
    title: 'Webhook',
    icon: 'hook',
    about: 'Receives notifications with the channel Webhook, as JSON.',
    fields: [
      {
        name: 'webhook_url',
        label: 'URL',
        hint: 'URL that receives notifications.',
        placeholder: 'https://example.org/hooks/pipewright',
      },
      {
        name: 'webhook_signing_key',
        label: 'Signing key',
        hint: 'Signs every notification (HMAC-SHA256), so that the receiver can verify the sender.',
        placeholder: '32 random characters',
      },
    ],
  },
];
