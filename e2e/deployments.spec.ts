import { randomUUID } from 'node:crypto';
import { expect, test } from './fixtures';
import { faintTexts, invisibleStopsInEachTheme, namelessControls } from './pages/access';
import { axeViolations } from './pages/axe';

/** A stream of chat completions, as servers of the OpenAI API send it. */
function streamed(...words: readonly string[]) {
  const data = [
    ...words.map((content) => ({ choices: [{ index: 0, delta: { content } }] })),
    {
      choices: [],
      usage: { prompt_tokens: 3, completion_tokens: words.length, total_tokens: 3 + words.length },
    },
  ].map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`);
  return { content: `${data.join('')}data: [DONE]\n\n`, headers: { 'content-type': 'text/event-stream' } };
}

test('somebody deploys a server that runs already, limits it, talks to it, scales and deletes it', async ({
  deployments,
  service,
  browser,
  page,
}) => {
  const name = `chat-${randomUUID().slice(0, 8)}`;
  service.answer('/v1/models', { body: { object: 'list', data: [{ id: 'stand-in', object: 'model' }] } });
  service.answer('/v1/chat/completions', streamed('Good ', 'day ', 'to you.'));
  await deployments.open();

  await test.step('a name that cannot be one is refused, and nothing typed is lost', async () => {
    await deployments.deployExternal({ name: 'Not a name', url: service.url, model: 'stand-in' });
    await expect(deployments.dialog.getByRole('alert')).toContainText('lower-case letters');
    await expect(deployments.dialog.getByRole('textbox', { name: 'Base URL' })).toHaveValue(service.url);
  });

  await test.step('the list shows it until it is active', async () => {
    await deployments.dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await deployments.press('Deploy');
    await expect(deployments.dialog).toBeHidden();
    await expect(deployments.row(name)).toContainText('1 of 1 ready');
    await expect(deployments.row(name)).toContainText('Active');
    await page.getByRole('searchbox', { name: 'Filter deployments' }).fill(name);
    await expect(deployments.table.getByRole('row')).toHaveCount(2);
  });

  await test.step('the same name is refused at its field', async () => {
    await deployments.deployExternal({ name, url: service.url, model: 'stand-in' });
    await expect(deployments.dialog.getByRole('alert').first()).toContainText(name);
  });

  await test.step('what was typed is discarded only after a question', async () => {
    await page.keyboard.press('Escape');
    await deployments.leaving.getByRole('button', { name: 'Keep editing' }).click();
    await expect(deployments.dialog.getByRole('textbox', { name: 'Name' })).toHaveValue(name);
    await deployments.press('Cancel');
    await deployments.leaving.getByRole('button', { name: 'Discard' }).click();
    await expect(deployments.dialog).toBeHidden();
  });

  await test.step('a rate limit is set from the list', async () => {
    await deployments.choose(name, 'Rate limit…');
    await deployments.dialog.getByRole('textbox', { name: 'Requests' }).fill('2');
    await deployments.dialog.getByRole('combobox', { name: 'Per' }).selectOption('hour');
    await deployments.press('Set rate limit');
    await expect(deployments.row(name)).toContainText('2 / hour');
  });

  await test.step('its page shows replica, limit and base URL', async () => {
    await deployments.row(name).getByRole('link', { name, exact: true }).click();
    await expect(deployments.part('Replicas')).toContainText('Ready');
    await expect(deployments.part('Rate limit')).toContainText('2 / hour');
    await expect(page.getByText(`/deployments/${name}/v1`)).toBeVisible();
  });

  let key = '';
  await test.step('a key is created for callers and shown once', async () => {
    await page.getByRole('button', { name: 'Manage' }).click();
    await deployments.dialog.getByRole('textbox', { name: 'New key' }).fill('web');
    await deployments.press('Create key');
    await expect(deployments.dialog.getByRole('alert')).toContainText('It is shown once');
    key = (await deployments.dialog.getByRole('alert').locator('code').textContent()) ?? '';
    await deployments.dialog.getByRole('button', { name: 'Close' }).first().click();
  });

  await test.step('it answers in the page, as it answers every caller', async () => {
    await deployments.say('Hello');
    await expect(deployments.chat).toContainText('Good day to you.');
    await expect(deployments.chat).toContainText('3 tokens');
    const sent = service.requests.findLast(({ path }) => path === '/v1/chat/completions');
    expect(JSON.parse(sent?.body ?? '{}')).toMatchObject({
      messages: [{ role: 'user', content: 'Hello' }],
      stream: true,
    });
  });

  await test.step('requests over the limit are refused with 429 and counted', async () => {
    const call = () =>
      page.request.post(`/deployments/${name}/v1/chat/completions`, {
        headers: { authorization: `Bearer ${key}` },
        data: { model: 'stand-in', messages: [{ role: 'user', content: 'Again' }] },
      });
    expect((await call()).status()).toBe(200);
    const refused = await call();
    expect(refused.status()).toBe(429);
    expect(Number(refused.headers()['retry-after'])).toBeGreaterThan(0);
    await expect(deployments.part('Rate limit')).toContainText('0 of 2 requests left');
    await expect(page.getByRole('img', { name: /^Requests\/s: .*, 1 × 429$/ })).toBeVisible();
    await expect(deployments.part('Rate limit').getByRole('img')).toHaveAccessibleName(
      'Allowed and refused, last hour: 2 allowed, 1 refused',
    );
    const keys = deployments.part('Rate limit').getByRole('list', { name: 'Use by API key' });
    await expect(keys.getByRole('listitem').filter({ hasText: 'web' })).toContainText('100 %');
  });

  await test.step('the list shows its requests, its limit and its last event', async () => {
    await deployments.open();
    await expect(deployments.row(name)).toContainText('100 % of 2 / hour');
    await expect(deployments.row(name)).toContainText('1 × 429, last hour');
    await expect(deployments.row(name)).toContainText(/Rate limit|Replica/);
    await deployments.openOne(name);
  });

  await test.step('it is stopped and started again', async () => {
    await page.getByRole('button', { name: 'Scale…' }).click();
    await deployments.dialog.getByRole('textbox', { name: 'Replicas' }).fill('0');
    await deployments.press('Scale');
    await expect(page.getByText('Stopped, 0 of 0 ready')).toBeVisible();
    await page.getByRole('button', { name: 'Scale…' }).click();
    await deployments.dialog.getByRole('textbox', { name: 'Replicas' }).fill('1');
    await deployments.press('Scale');
    await expect(page.getByText('Active, 1 of 1 ready')).toBeVisible();
  });

  await test.step('it is deleted after saying what ends, and its open page says so', async () => {
    await page.getByRole('button', { name: 'Scale…' }).waitFor();
    // The browser of another person: it logs that the deployment is answered with 404, as expected.
    const elsewhere = await browser.newContext();
    const other = await elsewhere.newPage();
    await other.goto(page.url());
    await deployments.open();
    await deployments.choose(name, 'Delete…');
    await expect(deployments.deleteDialog).toContainText(`/deployments/${name}/v1`);
    await deployments.deleteDialog.getByRole('button', { name: 'Delete deployment' }).click();
    await expect(deployments.deleteDialog).toBeHidden();
    await expect(deployments.row(name)).toHaveCount(0);
    await expect(other.getByText(`${name} was deleted`)).toBeVisible();
    await expect(other.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await other.getByRole('link', { name: 'Go to deployments' }).click();
    await expect(other.getByRole('heading', { level: 1, name: 'Deployments' })).toBeVisible();
    await elsewhere.close();
  });
});

test('the pages of deployments: all of it has a name, is seen when it has the focus, and can be read', async ({
  deployments,
  service,
  page,
}) => {
  const name = `seen-${randomUUID().slice(0, 8)}`;
  service.answer('/v1/models', { body: { object: 'list', data: [{ id: 'stand-in', object: 'model' }] } });
  service.answer('/v1/chat/completions', streamed('Good day.'));
  const isFine = async (stops: number) => {
    expect(await namelessControls(page)).toEqual([]);
    expect(await faintTexts(page)).toEqual([]);
    expect(await axeViolations(page)).toEqual([]);
    expect(await invisibleStopsInEachTheme(page, stops)).toEqual([]);
  };
  await deployments.open();
  await deployments.deployExternal({ name, url: service.url, model: 'stand-in' });
  await expect(deployments.row(name)).toContainText('Active');
  await test.step('the list', async () => isFine(25));
  await test.step('the dialog', async () => {
    await page.getByRole('button', { name: 'Deploy…' }).click();
    await deployments.dialog.getByRole('checkbox', { name: /with load/ }).click();
    await isFine(20);
    await page.keyboard.press('Escape');
  });
  await test.step('a deployment', async () => {
    await deployments.openOne(name);
    await deployments.say('Hello');
    await expect(deployments.chat).toContainText('1 token');
    await isFine(35);
  });
  await test.step('its keys', async () => {
    await page.getByRole('button', { name: 'Manage' }).click();
    await expect(deployments.dialog).toBeVisible();
    await isFine(8);
  });
});
