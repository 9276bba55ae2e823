import { randomUUID } from 'node:crypto';
import { expect, test } from './fixtures';
import { unique } from './pages/pipelines';
import { isSignedWith } from './servers/chat';

test('when a step fails, Slack and a webhook receive the reason, also when Slack is busy at first', async ({
  pipelines,
  editor,
  run,
  secrets,
  service,
  chat,
  witness,
}) => {
  const own = randomUUID().slice(0, 8);
  const [slack, key] = [`slack_${own}`, `signing_${own}`];
  const signingKey = `key-${randomUUID()}`;
  service.answer('/deploy', { status: 503, body: { error: 'no room left' } });
  await secrets.add({ name: slack, value: chat.slackUrl, hosts: '127.0.0.1' });
  await secrets.add({ name: key, value: signingKey });

  const tell = (id: string, name: string, params: object) => ({
    id,
    name,
    action: 'notification',
    params: { title: 'Deploy', message: 'It failed: {{steps.deploy.error.message}}', ...params },
    condition: 'steps.deploy.status == "failed"',
  });
  await pipelines.import({
    name: unique('Deploy'),
    steps: [
      {
        id: 'deploy',
        name: 'Deploy',
        action: 'http_request',
        params: { url: `${service.url}/deploy`, method: 'POST', expect_status: '2xx' },
      },
      {
        ...tell('slack', 'Tell Slack', {
          channel: 'chat_a',
          severity: 'error',
          recipients: ['@here'],
          webhook_url: `{{secrets.${slack}}}`,
        }),
        retry: { max_attempts: 3, initial_delay_seconds: 0 },
      },
      tell('hook', 'Tell the hook', { channel: 'webhook', webhook_url: chat.hookUrl }),
      { id: 'done', name: 'Done', action: 'log', params: { message: 'Deployed' }, depends_on: ['deploy'] },
    ],
  });

  await test.step('choose the secret that signs', async () => {
    await editor.inspect('Tell the hook');
    await editor.addParameter('Webhook secret');
    await editor.chooseSecret('Webhook secret', key);
    await editor.hasNoProblems();
    await editor.isSaved();
  });

  await test.step('the run fails, and those who wait for that are told', async () => {
    await editor.run();
    await run.isNow('Failed');
    await run.stepIs('Deploy', 'failed');
    await run.stepIs('Tell Slack', 'completed');
    await run.stepIs('Tell the hook', 'completed');
    await run.stepIs('Done', 'skipped');
    await run.look('Tell Slack');
    expect(await run.output()).toEqual({ delivered: true, channel: 'chat_a', status_code: 200 });
  });

  const why = `It failed: POST ${new URL(service.url).host} returned 503, expected 2xx.`;

  await test.step('Slack shows what went wrong', () => {
    expect(chat.messages).toHaveLength(1);
    const message = JSON.parse(chat.messages[0]?.body ?? '');
    expect(message.text).toBe(`Error: Deploy: ${why}`);
    expect(JSON.stringify(message.blocks)).toContain('<!here>');
  });

  await test.step('the webhook can tell who posted, and when a post repeats another', () => {
    const [post] = chat.posts;
    if (!post) throw new Error('Nothing was posted.');
    expect(isSignedWith(signingKey, post)).toBe(true);
    expect(isSignedWith(`${signingKey}.`, post)).toBe(false);
    expect(JSON.parse(post.body)).toMatchObject({
      title: 'Deploy',
      message: why,
      run_id: run.id(),
      step_id: 'hook',
      idempotency_key: post.key,
    });
  });

  await test.step('Slack is busy: the next attempt waits as long as it asks, and delivers', async () => {
    await run.exit();
    chat.busyOnce(1);
    await editor.run();
    await run.isNow('Failed');
    await run.stepIs('Tell Slack', 'completed');
    await run.look('Tell Slack');
    await expect(run.attempts()).toHaveCount(2);
    await expect(run.attempts().first()).toHaveAccessibleName(/^Failed Attempt 1 rejected/);
    expect(chat.messages).toHaveLength(3);
    const [, refused, taken] = chat.messages;
    expect(taken?.key, 'both attempts are the same message').toBe(refused?.key);
    const events = await witness.read(`/api/v1/runs/${run.id()}/events`);
    expect(events).toContain('"retry_after":1');
  });

  await test.step('nothing that was kept secret was shown', () =>
    witness.sawNothingOf(signingKey, chat.slackUrl));
});
