import { z } from 'zod';
import { type ActionContext, defineAction } from '../../action';
import { addresses, line, prose, url } from '../../fields';
import type { Json } from '../../json';
import { sendChatA } from './channels/chat_a';
import { sendChatB } from './channels/chat_b';
import { sendByEmail } from './channels/email';
import { type Delivery, type Notice, SEVERITIES, SEVERITY_LABELS } from './channels/notice';
import { sendWebhook } from './channels/webhook';

const CHANNELS = ['email', 'chat_a', 'chat_b', 'webhook'] as const;
const SYNONYMS: Record<string, string> = { slack: 'chat_a', teams: 'chat_b' };
const CHANNEL_LABELS = {
  email: 'Email',
  chat_a: 'Slack',
  chat_b: 'Microsoft Teams',
  webhook: 'Webhook',
} as const;

/** Who says that it has the message. */
const RECEIVERS = {
  email: 'The mail server',
  chat_a: 'Slack',
  chat_b: 'Microsoft Teams',
  webhook: 'The webhook',
} as const;

/** A template may give a stand-in too. */
const channel = z
  .preprocess(
    (value: Json | undefined) =>
      typeof value === 'string' && Object.hasOwn(SYNONYMS, value) ? SYNONYMS[value] : value,
    z.enum(CHANNELS),
  )
  .meta({ synonyms: SYNONYMS, labels: CHANNEL_LABELS });

const params = z.object({
  message: prose().meta({ secrets: 'refused' }).describe('What to say.'),
  channel: channel.describe('Where to say it.'),
  recipients: addresses()
    .meta({ variant: 'a' })
    .optional()
    .describe('Who it is for: addresses for email and Teams, member ids or @here for Slack.'),
  priority: line()
    .meta({ variant: 'a', secrets: 'refused', suggestions: ['low', 'normal', 'high', 'urgent'] })
    .optional()
    .describe('Shown with the message; mail programs mark high and urgent.'),
  webhook_url: url()
    .meta({ variant: 'b' })
    .optional()
    .describe('Address to post to, best as {{secrets.<name>}}; without it the one of this installation.'),
  severity: z
    .enum(SEVERITIES)
    .default('info')
    .meta({ variant: 'b', labels: SEVERITY_LABELS })
    .describe('How bad it is.'),
  title: line().meta({ variant: 'added', secrets: 'refused' }).optional().describe('Heading of the message.'),
  subject: line()
    .meta({ variant: 'added', secrets: 'refused' })
    .optional()
    .describe('Subject for the channel email, when it is not to be the title.'),
  webhook_secret: z
    .string()
    .min(1)
    .meta({ widget: 'secret', variant: 'added' })
    .optional()
    .describe('Signs what the channel webhook posts, so that the receiver can tell who sent it.'),
});

/** Tells people, or another service, that something happened. docs/rules.md, section 7.9. */
export const notification = defineAction({
  type: 'notification',
  title: 'Notification',
  description: 'Tell people by email, Slack or Teams, or another service by webhook.',
  icon: 'notification',
  sentence: '{channel}: {message}',
  category: 'integration',
  effect: 'write',
  idempotent: false,
  params,

  docs: {
    examples: [
      {
        title: 'To the Slack channel of this installation',
        step: { id: 'tell', params: { channel: 'chat_a', message: 'The import is done.' } },
      },
      {
        title: 'By email, marked as urgent',
        step: {
          id: 'page',
          params: {
            channel: 'email',
            recipients: ['ops@example.org'],
            title: 'The import failed',
            message: '{{params.reason}}',
            severity: 'error',
            priority: 'urgent',
          },
        },
      },
      {
        title: 'To a service of your own, signed',
        step: {
          id: 'hook',
          params: {
            channel: 'webhook',
            webhook_url: 'https://example.org/hooks/pipelines',
            webhook_secret: '{{secrets.hook_key}}',
            message: 'The import is done.',
          },
        },
      },
    ],
    failures: {
      rejected: 'the service did not take the message; the code is its status.',
      connection_error: 'the service cannot be reached.',
      timeout: 'the service did not answer within 30 s.',
      invalid_params: 'a recipient is not right, or no address is known for the channel.',
    },
    notes: [
      'Without webhook_url the address is that of this installation: SLACK_WEBHOOK_URL, TEAMS_WEBHOOK_URL or WEBHOOK_URL; email uses SMTP_URL and MAIL_FROM.',
      'The header X-Pipewright-Signature of a signed webhook is t=<seconds>,v1=<hex>: the HMAC-SHA-256 of "<seconds>.<body>".',
      'Every attempt of a step carries the same Idempotency-Key, in its header and, with webhook, in its body.',
    ],
  },

  output: z.object({
    delivered: z
      .boolean()
      .describe('True when the other side said that it has the message, for every recipient.'),
    channel: z.enum(CHANNELS).describe('Where it went.'),
    status_code: z.int().optional().describe('HTTP status of the answer; email has none.'),
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
    const delivery = await send(notice, given, ctx);
    const status = delivery.status_code === undefined ? '' : ` (${delivery.status_code})`;
    if (delivery.delivered) ctx.log.info(`${RECEIVERS[given.channel]} has the message${status}`);
    return { channel: given.channel, ...delivery };
  },
});

type Given = z.output<typeof params>;

function send(notice: Notice, given: Given, ctx: ActionContext): Promise<Delivery> {
  const { webhook_url: webhookUrl, webhook_secret: webhookSecret, subject } = given;
  switch (given.channel) {
    case 'email':
      return sendByEmail(notice, { subject }, ctx);
    case 'chat_a':
      return sendChatA(notice, { webhookUrl }, ctx);
    case 'chat_b':
      return sendChatB(notice, { webhookUrl }, ctx);
    case 'webhook':
      return sendWebhook(notice, { webhookUrl, webhookSecret }, ctx);
  }
}

function warnOfUnused(given: Given, ctx: ActionContext): void {
  const isEmail = given.channel === 'email';
  const unused = [
    ...(isEmail && given.webhook_url !== undefined ? ['webhook_url'] : []),
    ...(!isEmail && given.subject !== undefined ? ['subject'] : []),
    ...(given.channel !== 'webhook' && given.webhook_secret !== undefined ? ['webhook_secret'] : []),
  ];
  for (const name of unused) ctx.log.warning(`${name} is not used by ${CHANNEL_LABELS[given.channel]}.`);
}
