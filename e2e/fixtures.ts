import { test as base } from '@playwright/test';
import { ActionsPage } from './pages/actions';
import { ChannelsPage } from './pages/channels';
import { DebuggerPage } from './pages/debugger';
import { DeploymentsPage } from './pages/deployments';
import { DeskPage } from './pages/desk';
import { EditorPage } from './pages/editor';
import { HistoryPage } from './pages/history';
import { InboxPage } from './pages/inbox';
import { Keyboard } from './pages/keyboard';
import { PipelinesPage } from './pages/pipelines';
import { RunPage } from './pages/run';
import { RunsPage } from './pages/runs';
import { SecretsPage } from './pages/secrets';
import { TestsPage } from './pages/tests';
import { TriggersPage } from './pages/triggers';
import { Witness } from './pages/witness';
import { type Chat, startChat } from './servers/chat';
import { type OrdersDatabase, startOrdersDatabase } from './servers/database';
import { type MailServer, startMailServer } from './servers/mail';
import { type Service, startService } from './servers/service';

/** Fixtures of every story. */
interface Stories {
  /** A real HTTP service that the story can break and repair. */
  service: Service;
  /** Chat services that receive notifications. */
  chat: Chat;
  /** A PostgreSQL besides the product's own. */
  database: OrdersDatabase;
  /** A real mail server, which stores received mails. */
  mailServer: MailServer;
  pipelines: PipelinesPage;
  editor: EditorPage;
  /** The desk of editor and run pages. */
  desk: DeskPage;
  run: RunPage;
  debug: DebuggerPage;
  runs: RunsPage;
  history: HistoryPage;
  secrets: SecretsPage;
  triggers: TriggersPage;
  tests: TestsPage;
  channels: ChannelsPage;
  actions: ActionsPage;
  inbox: InboxPage;
  deployments: DeploymentsPage;
  /** Records what the server sends. */
  witness: Witness;
  keyboard: Keyboard;
  /** Fails the story when a page threw or wrote an error to its console. */
  quietConsole: undefined;
}

/** A story: a browser, services, and page objects of the product. */
export const test = base.extend<Stories>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  service: async ({}, use) => {
    const service = await startService();
    await use(service);
    await service.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  chat: async ({}, use) => {
    const chat = await startChat();
    await use(chat);
    await chat.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  database: async ({}, use) => {
    const database = await startOrdersDatabase();
    await use(database);
    await database.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  mailServer: async ({}, use) => {
    const server = await startMailServer();
    await use(server);
    await server.close();
  },
  pipelines: async ({ page }, use) => use(new PipelinesPage(page)),
  editor: async ({ page }, use) => use(new EditorPage(page)),
  desk: async ({ page }, use) => use(new DeskPage(page)),
  run: async ({ page }, use) => use(new RunPage(page)),
  debug: async ({ page }, use) => use(new DebuggerPage(page)),
  runs: async ({ page }, use) => use(new RunsPage(page)),
  history: async ({ page }, use) => use(new HistoryPage(page)),
  secrets: async ({ page }, use) => use(new SecretsPage(page)),
  tests: async ({ page }, use) => use(new TestsPage(page)),
  triggers: async ({ page }, use) => use(new TriggersPage(page)),
  channels: async ({ page }, use) => use(new ChannelsPage(page)),
  actions: async ({ page }, use) => use(new ActionsPage(page)),
  inbox: async ({ page }, use) => use(new InboxPage(page)),
  deployments: async ({ page }, use) => use(new DeploymentsPage(page)),
  witness: async ({ context }, use) => use(new Witness(context)),
  keyboard: async ({ page }, use) => use(new Keyboard(page)),
  quietConsole: [
    async ({ context }, use) => {
      const faults: string[] = [];
      context.on('weberror', (fault) => faults.push(`page error: ${fault.error().stack}`));
      context.on('console', (message) => {
        if (message.type() === 'error') faults.push(`console: ${message.text()} (${message.location().url})`);
      });
      await use(undefined);
      expect(faults, 'errors in the browser').toEqual([]);
    },
    { auto: true },
  ],
});

export const { expect } = test;
