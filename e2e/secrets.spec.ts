import { randomUUID } from 'node:crypto';
import { expect, test } from './fixtures';
import { unique } from './pages/pipelines';

/** Replaces a secret wherever it would be visible. */
const MASK = '••••••';

test('a person stores a token by keyboard, it is sent only to its hosts, and it is never shown again', async ({
  pipelines,
  editor,
  run,
  secrets,
  keyboard,
  service,
  witness,
  page,
}) => {
  const name = `token_${randomUUID().slice(0, 8)}`;
  const first = `first-${randomUUID()}`;
  const second = `second-${randomUUID()}`;
  await secrets.open();

  await test.step('a value that is too short is refused, and nothing typed is lost', async () => {
    await keyboard.tabTo(secrets.addButton);
    await keyboard.press('Enter');
    await expect(secrets.nameField).toBeFocused();
    await keyboard.type(name);
    await keyboard.tabTo(secrets.valueField);
    await keyboard.type('short');
    await keyboard.tabTo(secrets.hostsField);
    await keyboard.type('api.example.org');
    await keyboard.press('Enter');
    await expect(secrets.dialog.getByRole('alert')).toContainText('at least 8 characters');
    await expect(secrets.nameField).toHaveValue(name);
    await expect(secrets.valueField).toHaveValue('short');
    await expect(secrets.hostsField).toHaveValue('api.example.org');
  });

  await test.step('a longer one is stored', async () => {
    await expect(secrets.valueField).toBeFocused();
    await keyboard.press('Control+a');
    await keyboard.type(first);
    await keyboard.tabTo(secrets.hostsField);
    await keyboard.press('Enter');
    await expect(secrets.dialog).toBeHidden();
    await expect(secrets.row(name)).toContainText('Allowed hosts api.example.org');
    await expect(secrets.row(name)).toContainText('Used by No pipeline');
    await expect(secrets.addButton).toBeFocused();
  });

  const call = (url: string) => ({
    id: 'call',
    name: 'Call',
    action: 'http_request',
    params: { url, headers: { authorization: `Bearer {{secrets.${name}}}` } },
  });
  const pipeline = unique('Token');

  await test.step('the editor says that it may not go to another host', async () => {
    await pipelines.import({
      name: pipeline,
      params: { base: { type: 'string', default: service.url } },
      steps: [call(`${service.url}/me`)],
    });
    await editor.openDock('Problems');
    await expect(
      editor.problem(`The secret ${name} is allowed only for api.example.org, not for 127.0.0.1.`),
    ).toBeVisible();
  });

  await test.step('a run does not send it there either', async () => {
    await editor.inspect('Call');
    await editor.type('URL', '{{params.base}}/me');
    await editor.hasNoProblems();
    await editor.runWithParams();
    await run.isNow('Failed');
    await run.look('Call');
    await expect(run.failure('rejected')).toBeVisible();
    await expect(run.inspector).toContainText(`The secret ${name} is allowed only for api.example.org`);
    expect(service.requests).toEqual([]);
    await witness.read(`/api/v1/runs/${run.id()}/events`);
  });

  await test.step('replace the value and the host', async () => {
    await secrets.open();
    await expect(secrets.row(name)).toContainText(`Used by ${pipeline}`);
    await keyboard.tabTo(secrets.menuButton(name));
    await keyboard.press('Enter');
    await expect(secrets.command('Edit…')).toBeFocused();
    await keyboard.press('Enter');
    await expect(secrets.valueField).toBeFocused();
    await expect(secrets.valueField).toHaveValue('');
    await keyboard.type(second);
    await keyboard.tabTo(secrets.hostsField);
    await keyboard.press('Control+a');
    await keyboard.type('127.0.0.1');
    await keyboard.press('Enter');
    await expect(secrets.dialog).toBeHidden();
    await expect(secrets.row(name)).toContainText('Allowed hosts 127.0.0.1');
  });

  await test.step('now it is sent, and hidden where the service repeats it', async () => {
    service.answer('/me', { body: { saw: `Bearer ${second}`, user: 'jo' } });
    await pipelines.open();
    await pipelines.openPipeline(pipeline);
    await editor.runWithParams();
    await run.isNow('Completed');
    expect(service.requests.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${second}`]);
    await run.look('Call');
    expect(await run.output()).toMatchObject({ response_body: { saw: `Bearer ${MASK}`, user: 'jo' } });
    expect((await run.resolvedInputs())['headers.authorization']).toBe('masked, never stored');
    await witness.read(`/api/v1/runs/${run.id()}/events`);
  });

  await test.step('delete it, warned of the pipeline that needs it', async () => {
    await secrets.open();
    await keyboard.tabTo(secrets.menuButton(name));
    await keyboard.press('Enter');
    await expect(secrets.command('Edit…')).toBeFocused();
    await keyboard.press('ArrowDown');
    await expect(secrets.command('Delete…')).toBeFocused();
    await keyboard.press('Enter');
    await expect(secrets.deleteDialog).toContainText(pipeline);
    await keyboard.tabTo(secrets.deleteDialog.getByRole('button', { name: 'Delete secret' }));
    await keyboard.press('Enter');
    await expect(secrets.deleteDialog).toBeHidden();
    await expect(secrets.row(name)).toBeHidden();
  });

  await test.step('a run without it says what is missing', async () => {
    await pipelines.open();
    await pipelines.openPipeline(pipeline);
    await editor.runWithParams();
    await run.isNow('Failed');
    await run.look('Call');
    await expect(run.failure('invalid_params')).toBeVisible();
    await expect(run.inspector).toContainText(`The secret ${name} does not exist.`);
  });

  await test.step('neither value was ever sent to the browser', () => witness.sawNothingOf(first, second));
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(second);
});
