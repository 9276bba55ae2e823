import { afterAll, beforeAll, expect, it } from 'vitest';
import type { App } from '../../compose';
import { openTestApp } from '../../testing/app';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { configuredChannels } from './configured';

let database: TestDatabase;
let app: App;

beforeAll(async () => {
  database = await createTestDatabase();
  const settings = { slack_webhook_url: 'https://slack.test/hook', mail_from: 'jo@example.org' };
  app = await openTestApp(database, { config: { settings } });
});
afterAll(() => app.close());

const configured = async () =>
  (await configuredChannels(app.context)).channels.filter((one) => one.configured).map(({ name }) => name);

it('a channel is configured by the environment or a stored setting, the inbox always', async () => {
  expect(await configured()).toEqual(['slack', 'inbox']);
  await app.channels.set({ name: 'smtp_url', value: 'smtp://mail.example.org:587' });
  expect(await configured()).toEqual(['email', 'slack', 'inbox']);
  await app.channels.clear({ name: 'smtp_url' });
  expect(await configured()).toEqual(['slack', 'inbox']);
});
