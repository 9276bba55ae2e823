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
    title: 'Mail',
    icon: 'email',
    about: 'Sends what email steps and notifications by mail write, unless a step names its own server.',
    fields: [
      {
        name: 'smtp_url',
        label: 'Mail server',
        hint: 'smtp://user:password@host:587, or smtps:// for TLS from the first byte. Write @ : / in the password as %40 %3A %2F.',
        placeholder: 'smtp://user:password@mail.example.org:587',
      },
      {
        name: 'mail_from',
        label: 'Sender',
        hint: 'Whom mails come from. It is no secret: every mail shows it.',
        placeholder: 'Pipewright <pipewright@example.org>',
      },
    ],
  },
  {
    title: 'Slack',
    icon: 'notification',
    about: 'Takes notifications by the channel chat_a.',
    fields: [
      {
        name: 'chat_a_webhook_url',
        label: 'Incoming webhook',
        hint: 'The address that Slack shows for the incoming webhook of a channel.',
        placeholder: 'https://hooks.slack.com/services/…',
      },
    ],
  },
  {
    title: 'Microsoft Teams',
    icon: 'notification',
    about: 'Takes notifications by the channel chat_b.',
    fields: [
      {
        name: 'chat_b_webhook_url',
        label: 'Workflows webhook',
        hint: 'The address of a workflow that begins “When a Teams webhook request is received”.',
        placeholder: 'https://…',
      },
    ],
  },
  {
    title: 'Webhook',
    icon: 'hook',
    about: 'Takes notifications by the channel webhook, as JSON.',
    fields: [
      {
        name: 'webhook_url',
        label: 'Address',
        hint: 'Where notifications are posted.',
        placeholder: 'https://example.org/hooks/pipewright',
      },
      {
        name: 'webhook_signing_key',
        label: 'Signing key',
        hint: 'With a key, every notification is signed (HMAC-SHA256), so that the other side knows that it is from here.',
        placeholder: '32 random characters',
      },
    ],
  },
];
