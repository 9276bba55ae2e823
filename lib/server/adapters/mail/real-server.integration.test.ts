import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { email } from '@/engine/actions/integration/email';
import { fakeContext, perform } from '@/engine/testing/fakes';
import {
  MAIL_SIZE_LIMIT,
  type MailServerUnderTest,
  startMailServer,
  whyNoMailServer,
} from '../../testing/mail-server';
import { createDialer } from '../egress';
import { createMail } from './index';

const missing = whyNoMailServer();
if (missing !== undefined) process.stderr.write(`NOT RUN: mail through a real server. ${missing}\n`);

describe.skipIf(missing !== undefined)('the action email through Postfix', () => {
  let server: MailServerUnderTest;
  beforeAll(async () => {
    server = await startMailServer();
  });
  afterAll(() => server?.stop());

  const send = (written: Record<string, unknown>, security = 'starttls') => {
    const dialer = createDialer({ mode: 'open', allow: [], own: { ports: [], databases: [] } });
    const mail = createMail({ dialer, trusted: [server.certificate] });
    const smtp = `smtp://localhost:${server.port}?security=${security}`;
    const from = 'Pipewright <pipewright@example.org>';
    const params = { to: server.mailbox, subject: 'Hello', body: 'Good morning.', smtp, from, ...written };
    return perform(email, params, fakeContext({ mail }));
  };

  it('arrives in the mailbox as sent, over an encrypted connection', async () => {
    const sent = await send({
      to: `Jörg Müller <${server.mailbox}>, JO@mail.test`,
      subject: 'Bericht für März — fertig',
      body: `Grüße\n.\n..two dots\nFrom here\n${'long '.repeat(400)}`,
      attachments: [{ filename: 'März.csv', content: 'a,é\n1,2\n', content_type: 'text/csv; charset=utf-8' }],
    });
    expect(sent).toMatchObject({ accepted: [server.mailbox], rejected: [] });
    const [raw] = await server.mails(1);
    const mail = await PostalMime.parse(raw ?? '');
    expect(mail).toMatchObject({
      messageId: sent.message_id,
      subject: 'Bericht für März — fertig',
      from: { name: 'Pipewright', address: 'pipewright@example.org' },
      to: [{ name: 'Jörg Müller', address: server.mailbox }],
      deliveredTo: server.mailbox,
    });
    expect(mail.text?.replaceAll('\r\n', '\n').trimEnd()).toBe(
      `Grüße\n.\n..two dots\nFrom here\n${'long '.repeat(400)}`.trimEnd(),
    );
    expect(mail.attachments[0]).toMatchObject({ filename: 'März.csv', mimeType: 'text/csv' });
    expect(Buffer.from(mail.attachments[0]?.content as ArrayBuffer).toString()).toBe('a,é\n1,2\n');
    expect(raw?.toString()).toMatch(/with ESMTPS id/);
  });

  it('reports refused recipients with the text of the server', async () => {
    const { accepted, rejected } = await send({
      to: [server.mailbox, 'nobody@mail.test', 'jo@elsewhere.test'],
    });
    expect(accepted).toEqual([server.mailbox]);
    expect(rejected).toEqual([
      { address: 'nobody@mail.test', reason: expect.stringMatching(/^550 5\.1\.1 .*User unknown/) },
      {
        address: 'jo@elsewhere.test',
        reason: expect.stringMatching(
          /^454 4\.7\.1 .*Relay access denied|^554 5\.7\.1 .*Relay access denied/,
        ),
      },
    ]);
    await server.mails(2);
  });

  it('fails when no recipient is left, and when the mail is too large', async () => {
    await expect(send({ to: 'nobody@mail.test' })).rejects.toMatchObject({ kind: 'rejected', code: '550' });
    const attachments = [{ filename: 'a.txt', content: 'x'.repeat(MAIL_SIZE_LIMIT) }];
    await expect(send({ attachments })).rejects.toMatchObject({ kind: 'rejected', code: '552' });
    expect(await server.mails(2)).toHaveLength(2);
  });

  it('is sent unencrypted when configured', async () => {
    await send({ subject: 'In the open' }, 'none');
    const raw = (await server.mails(3)).map(String).find((one) => one.includes('In the open'));
    expect(raw).toMatch(/with ESMTP id/);
  });
});
