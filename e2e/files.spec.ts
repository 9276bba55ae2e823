import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from './fixtures';
import { unique } from './pages/pipelines';
import { bytesOf } from './servers/mail';

test('an image in a response is stored, downloaded unchanged, and mailed', async ({
  pipelines,
  editor,
  run,
  secrets,
  service,
  mailServer,
  page,
}) => {
  const picture = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(50_000)]);
  const sha256 = createHash('sha256').update(picture).digest('hex');
  const server = `mail_${randomBytes(4).toString('hex')}`;
  service.answer('/chart', { content: picture, headers: { 'content-type': 'image/png' } });
  await secrets.add({ name: server, value: mailServer.url });
  await pipelines.import({
    name: unique('Chart'),
    steps: [
      {
        id: 'chart',
        name: 'Chart',
        action: 'http_request',
        params: { url: `${service.url}/chart`, expect_status: 200 },
      },
      {
        id: 'send',
        name: 'Send',
        action: 'email',
        params: {
          to: 'jo@example.org',
          from: 'reports@example.org',
          subject: 'Chart',
          body: 'See the file.',
          smtp: `{{secrets.${server}}}`,
        },
        depends_on: ['chart'],
      },
    ],
  });

  await test.step('attach what the first step will have kept', async () => {
    await editor.inspect('Send');
    await editor.addParameter('Attachments');
    await editor.addRow('file');
    await editor.choose('Source of file 1', 'Expression');
    await editor.type(
      'File 1: expression that returns a stored file',
      '{{steps.chart.output.response_body}}',
    );
    await editor.hasNoProblems();
    await editor.isSaved();
  });

  await test.step('the output names the file, and gives it', async () => {
    await editor.run();
    await run.isNow('Completed');
    await run.look('Chart');
    expect(await run.output()).toMatchObject({
      response_body: { path: `files/${sha256}`, content_type: 'image/png', size: picture.length, sha256 },
    });
    await expect(run.files).toHaveCount(1);
    await expect(run.files).toContainText('image/png');
    expect(await run.download(run.files)).toEqual(picture);
  });

  await test.step('it came with the mail', async () => {
    expect(mailServer.mails.map(({ to }) => to)).toEqual([['jo@example.org']]);
    const attachments = mailServer.mails[0]?.mail.attachments ?? [];
    expect(attachments.map(({ mimeType }) => mimeType)).toEqual(['image/png']);
    expect(attachments.map(bytesOf)).toEqual([picture]);
  });

  await test.step('the run lists it, with the step that made it', async () => {
    await page.goto(`/runs/${run.id()}`);
    await run.isNow('Completed');
    const file = run.summary.getByRole('list', { name: 'Files of this run' }).getByRole('listitem');
    await expect(file).toHaveCount(1);
    await expect(file).toContainText('Chart');
    expect(await run.download(file)).toEqual(picture);
  });
});
