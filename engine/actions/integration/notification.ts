import { z } from 'zod';
import { defineAction } from '../../action';
import type { ActionContext } from '../../action-context';
import {
  CHANNEL_KINDS,
  CHANNELS,
  type ChannelName,
  channelOf,
  SETTING_FIELDS,
  settingVariable,
} from '../../channels';
import { addresses, line, prose, url } from '../../fields';
import { sendByEmail } from './channels/email';
import { sendToInbox } from './channels/inbox';
import { type Delivery, type Notice, SEVERITIES, SEVERITY_LABELS } from './channels/notice';
import { sendSlack } from './channels/slack';
import { sendTeams } from './channels/teams';
import { sendWebhook } from './channels/webhook';

const NAMES = CHANNEL_KINDS.map(({ name }) => name);
const SYNONYMS = Object.fromEntries(
  CHANNEL_KINDS.flatMap(({ name, synonyms }) => synonyms.map((synonym) => [synonym, name])),
);
const LABELS = Object.fromEntries(CHANNEL_KINDS.map(({ name, title }) => [name, title]));

/** Variables of the channels that notifications are posted to. */
const WEBHOOK_VARIABLES = SETTING_FIELDS.filter(({ form }) => form === 'webhook').map(({ name }) =>
  settingVariable(name),
);

/** Every accepted spelling; forms and documentation show one for each channel. */
const channel = z
  .enum([...NAMES, ...Object.keys(SYNONYMS)])
  .meta({ enum: NAMES, synonyms: SYNONYMS, labels: LABELS });

const params = z.object({
  message: prose().meta({ secrets: 'refused' }).describe('Message text.'),
  channel: channel.describe('Channel that receives the message.'),
  recipients: addresses()
    .meta({ variant: 'a' })
    .optional()
    .describe('Recipients: email addresses for Email and Microsoft Teams, member IDs or @here for Slack.'),
  priority: line()
    .meta({ variant: 'a', secrets: 'refused', suggestions: ['low', 'normal', 'high', 'urgent'] })
    .optional()
    .describe('Priority, shown with the message. Email clients highlight high and urgent.'),
  webhook_url: url()
    .meta({ variant: 'b' })
    .optional()
    .describe('Webhook URL, preferably {{secrets.<name>}}. Default: the webhook of this installation.'),
  severity: z
    .enum(SEVERITIES)
    .default('info')
    .meta({ variant: 'b', labels: SEVERITY_LABELS })
    .describe('Severity.'),
  title: line().meta({ variant: 'added', secrets: 'refused' }).optional().describe('Title of the message.'),
  subject: line()
    .meta({ variant: 'added', secrets: 'refused' })
    .optional()
    .describe('Subject of the email. Default: the title.'),
  webhook_secret: z
    .string()
    .min(1)
    .meta({ widget: 'secret', variant: 'added' })
    .optional()
    .describe('Key that signs requests of the channel webhook, so that the receiver can verify the sender.'),
});

/** Notifies people, or another service. docs/rules.md, section 7.9. */
export const notification = defineAction({
  type: 'notification',
  title: 'Notification',
  description: 'Send a message by email, Slack, Microsoft Teams or webhook, or to the inbox.',
  icon: 'notification',
  sentence: '{channel}: {message}',
  ledger: { one: 'message', many: 'messages', to: 'channel' },
  category: 'integration',
  effect: 'write',
  // The inbox stores one notice for all attempts of a step.
  idempotent: { by: 'channel', of: { inbox: true }, otherwise: false },
  params,

  docs: {
    examples: [
      {
        title: 'Inbox',
        step: { id: 'note', params: { channel: 'inbox', title: 'Import', message: 'Import completed' } },
      },
      {
        title: 'Slack',
        step: { id: 'tell', params: { channel: 'slack', message: 'Import completed' } },
      },
      {
        title: 'Urgent email',
        step: {
          id: 'page',
          params: {
            channel: 'email',
            recipients: ['ops@example.org'],
            title: 'Import failed',
            message: '{{params.reason}}',
            severity: 'error',
            priority: 'urgent',
          },
        },
      },
      {
        title: 'Signed webhook',
        step: {
          id: 'hook',
          params: {
            channel: 'webhook',
            webhook_url: 'https://example.org/hooks/pipelines',
            webhook_secret: '{{secrets.hook_key}}',
            message: 'Import completed',
          },
        },
      },
    ],
    failures: {
      rejected: 'the service rejected the message. The code is the HTTP status.',
      connection_error: 'the service cannot be reached.',
      timeout: 'the service did not respond within 30 s.',
      invalid_params: 'a recipient is invalid, or the channel has no webhook URL or mail server.',
    },
    notes: [
      `Without webhook_url, the step uses the channels of this installation: ${either(WEBHOOK_VARIABLES)}; email uses ${settingVariable('smtp_url')} and ${settingVariable('mail_from')}.`,
      'The inbox needs no configuration. It stores one notice for all attempts of a step. Without a server, as with pipewright run, the message is only logged, and delivered is false.',
      'Signed webhooks have the header X-Pipewright-Signature: t=<seconds>,v1=<hex>, the HMAC-SHA-256 of "<seconds>.<body>".',
      'All attempts of a step send the same Idempotency-Key, in the header and, with webhook, in the body.',
    ],
  },

  output: z.object({
    delivered: z.boolean().describe('True when the service confirmed the message for all recipients.'),
    channel: z.string().describe('Channel, as written in the step.'),
    status_code: z.int().optional().describe('HTTP status of the response. Not set for email and inbox.'),
  }),

  async run(given, ctx) {
    warnOfUnused(given, ctx);
    const notice: Notice = {
      message: given.message,
      title: given.title?.trim() === '' ? undefined : given.title,
      severity: given.severity,
      priority: given.priority,
      recipients: given.recipients,
    };
    const name = channelOf(given.channel);
    const delivery = await SENDERS[name](notice, given, ctx);
    const status = delivery.status_code === undefined ? '' : ` (${delivery.status_code})`;
    if (delivery.delivered) ctx.log.info(`${CHANNELS[name].receiver} accepted the message${status}`);
    return { channel: given.channel, ...delivery };
  },
});

type Given = z.output<typeof params>;

type Send = (notice: Notice, given: Given, ctx: ActionContext) => Promise<Delivery>;

/** The registry of the functions that send over each channel. */
const SENDERS: Readonly<Record<ChannelName, Send>> = {
  email: (notice, { subject }, ctx) => sendByEmail(notice, { subject }, ctx),
  slack: (notice, { webhook_url }, ctx) => sendSlack(notice, { webhookUrl: webhook_url }, ctx),
  inbox: (notice, _given, ctx) => sendToInbox(notice, ctx),
  teams: (notice, { webhook_url }, ctx) => sendTeams(notice, { webhookUrl: webhook_url }, ctx),
  webhook: (notice, { webhook_url, webhook_secret }, ctx) =>
    sendWebhook(notice, { webhookUrl: webhook_url, webhookSecret: webhook_secret }, ctx),
};

function warnOfUnused(given: Given, ctx: ActionContext): void {
  const isEmail = given.channel === 'email';
  const unused = [
    ...(isEmail && given.webhook_url !== undefined ? ['webhook_url'] : []),
    ...(!isEmail && given.subject !== undefined ? ['subject'] : []),
    ...(given.channel !== 'webhook' && given.webhook_secret !== undefined ? ['webhook_secret'] : []),
  ];
  for (const name of unused)
    ctx.log.warning(`${name} is not used by ${CHANNELS[channelOf(given.channel)].title}.`);
}

/** `A, B or C`. */
function either(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
