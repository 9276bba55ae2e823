import { z } from 'zod';
import { defineAction } from '../../action';
import { addresses, attachments, line, prose, someAddresses } from '../../fields';
import { readAttachments } from './mail_attachments';
import { sendMail } from './mail_send';

const params = z.object({
  to: someAddresses().describe('Recipients: jo@example.org or Jo Doe <jo@example.org>, or a list.'),
  subject: line().meta({ secrets: 'refused' }).describe('Subject (one line).'),
  body: prose().meta({ secrets: 'refused' }).describe('Body of the email.'),
  cc: addresses().optional().describe('Cc recipients.'),
  attachments: attachments()
    .meta({ secrets: 'refused' })
    .optional()
    .describe('Attachments: {filename, content}, {filename, content_base64} or a stored file.'),
  bcc: addresses().meta({ variant: 'added' }).optional().describe('Bcc recipients.'),
  body_type: z
    .enum(['text', 'html'])
    .default('text')
    .meta({ labels: { text: 'Text', html: 'HTML' }, variant: 'added' })
    .describe('Format of the body. HTML values are not escaped.'),
  from: z
    .string()
    .min(1)
    .meta({ variant: 'added' })
    .optional()
    .describe('Sender. Default: the sender of this installation.'),
  reply_to: z
    .string()
    .min(1)
    .meta({ variant: 'added' })
    .optional()
    .describe('Reply-To address. Default: the sender.'),
  smtp: z
    .string()
    .min(1)
    .meta({ widget: 'secret', address: 'server', variant: 'added' })
    .optional()
    .describe(
      'Mail server: a secret with the value smtp://user:password@host:587. Default: the mail server of this installation.',
    ),
});

/** Sends one mail over SMTP. docs/rules.md, section 7.9. */
export const email = defineAction({
  type: 'email',
  title: 'Email',
  description: 'Send an email, with optional attachments.',
  icon: 'email',
  sentence: 'Email {to}: {subject}',
  ledger: { one: 'email', many: 'emails', to: 'to' },
  category: 'integration',
  effect: 'write',
  idempotent: false,
  params,

  docs: {
    variants: { b: 'email' },
    examples: [
      {
        title: 'Plain text',
        step: {
          id: 'tell',
          params: { to: 'ops@example.org', subject: 'Import completed', body: 'All records were imported.' },
        },
      },
      {
        title: 'Report with an attachment, through another mail server',
        step: {
          id: 'report',
          params: {
            to: ['Jo Doe <jo@example.org>', 'ops@example.org'],
            cc: '{{params.manager}}',
            subject: 'Report for {{params.month}}',
            body: 'The report is attached.',
            attachments: [{ filename: 'report.csv', content: '{{params.csv}}', content_type: 'text/csv' }],
            smtp: '{{secrets.mail_server}}',
            from: 'reports@example.org',
          },
        },
      },
    ],
    failures: {
      rejected: 'the mail server rejected the login, the sender, all recipients or the message.',
      connection_error: 'the mail server cannot be reached, or its certificate is not trusted.',
      timeout: 'the mail server did not respond in time.',
      invalid_params: 'an address or an attachment is invalid, or no mail server is configured.',
    },
    notes: [
      'All attempts of a step send the same Message-ID, so that mail clients can recognize duplicates.',
      'Limits: 20 recipients and 10 MB per email.',
      'User name and password are sent only over an encrypted connection: smtps://, or smtp:// with ?security=starttls.',
    ],
  },

  output: z.object({
    message_id: z.string().describe('Message-ID of the email.'),
    accepted: z.array(z.string()).describe('Addresses that the mail server accepted.'),
    rejected: z
      .array(
        z.object({
          address: z.string().describe('Email address.'),
          reason: z.string().describe('Response of the mail server.'),
        }),
      )
      .describe(
        'Addresses that the mail server rejected, with the reason. The step fails when all are rejected.',
      ),
  }),

  async run(given, ctx) {
    const receipt = await sendMail(
      {
        smtp: given.smtp,
        from: given.from,
        replyTo: given.reply_to,
        to: { path: 'params.to', written: given.to },
        cc: { path: 'params.cc', written: given.cc },
        bcc: { path: 'params.bcc', written: given.bcc },
        subject: { path: 'params.subject', written: given.subject },
        body: given.body,
        bodyType: given.body_type,
        headers: {},
        attachments: await readAttachments(given.attachments ?? [], ctx),
      },
      ctx,
    );
    ctx.log.info(
      `${receipt.accepted.length} of ${receipt.accepted.length + receipt.rejected.length} recipients accepted`,
    );
    return {
      message_id: receipt.messageId,
      accepted: [...receipt.accepted],
      rejected: receipt.rejected.map((one) => ({ ...one })),
    };
  },
});
