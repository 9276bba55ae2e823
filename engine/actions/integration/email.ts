import { z } from 'zod';
import { defineAction } from '../../action';
import { addresses, attachments, line, prose, someAddresses } from '../../fields';
import { readAttachments } from './mail_attachments';
import { sendMail } from './mail_send';

const params = z.object({
  to: someAddresses().describe(
    'Who it goes to: jo@example.org or Jo Doe <jo@example.org>, several as a list.',
  ),
  subject: line().meta({ secrets: 'refused' }).describe('Subject, on one line.'),
  body: prose().meta({ secrets: 'refused' }).describe('Text of the mail.'),
  cc: addresses().optional().describe('Who gets a copy.'),
  attachments: attachments()
    .meta({ secrets: 'refused' })
    .optional()
    .describe('Files that go with it: {filename, content}, {filename, content_base64} or a stored file.'),
  bcc: addresses()
    .meta({ variant: 'added' })
    .optional()
    .describe('Who gets a copy that the others do not see.'),
  body_type: z
    .enum(['text', 'html'])
    .default('text')
    .meta({ labels: { text: 'Text', html: 'HTML' }, variant: 'added' })
    .describe('What the body is. In HTML, values stand as they are: nothing is escaped.'),
  from: z
    .string()
    .min(1)
    .meta({ variant: 'added' })
    .optional()
    .describe('Sender; without it the one of this installation.'),
  reply_to: z
    .string()
    .min(1)
    .meta({ variant: 'added' })
    .optional()
    .describe('Where answers go, when not to the sender.'),
  smtp: z
    .string()
    .min(1)
    .meta({ widget: 'secret', address: 'server', variant: 'added' })
    .optional()
    .describe(
      'Mail server, when not the one of this installation: a secret that holds smtp://user:password@host:587.',
    ),
});

/** Sends one mail over SMTP. docs/rules.md, section 7.9. */
export const email = defineAction({
  type: 'email',
  title: 'Email',
  description: 'Send a mail with files attached.',
  icon: 'email',
  sentence: 'Mail {to}: {subject}',
  category: 'integration',
  effect: 'write',
  idempotent: false,
  params,

  docs: {
    variants: { b: 'email' },
    examples: [
      {
        title: 'A few lines',
        step: {
          id: 'tell',
          params: { to: 'ops@example.org', subject: 'The import is done', body: 'Everything went well.' },
        },
      },
      {
        title: 'A report to several people, from another server',
        step: {
          id: 'report',
          params: {
            to: ['Jo Doe <jo@example.org>', 'ops@example.org'],
            cc: '{{params.manager}}',
            subject: 'Report for {{params.month}}',
            body: 'The numbers are in the file.',
            attachments: [{ filename: 'report.csv', content: '{{params.csv}}', content_type: 'text/csv' }],
            smtp: '{{secrets.mail_server}}',
            from: 'reports@example.org',
          },
        },
      },
    ],
    failures: {
      rejected: 'the mail server refused the user name, the sender, every recipient or the mail.',
      connection_error: 'the mail server cannot be reached, or its certificate is not to be trusted.',
      timeout: 'the mail server stopped answering.',
      invalid_params: 'an address or an attachment is not right, or no mail server is set.',
    },
    notes: [
      'Every attempt of a step sends the same Message-ID, so that mail programs can tell a repetition.',
      'At most 20 recipients and 10 MB.',
      'User name and password go over an encrypted connection only: smtps://, or smtp:// with ?security=starttls.',
    ],
  },

  output: z.object({
    message_id: z.string().describe('Message-ID of the mail.'),
    accepted: z.array(z.string()).describe('Addresses that the mail server took.'),
    rejected: z
      .array(
        z.object({
          address: z.string().describe('The address.'),
          reason: z.string().describe('What the mail server said.'),
        }),
      )
      .describe('Addresses that it refused, with its reason. When it refuses all, the step fails.'),
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
