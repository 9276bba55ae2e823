import { randomUUID } from 'node:crypto';
import { expect, test } from './fixtures';
import { unique } from './pages/pipelines';
import { bytesOf } from './servers/mail';

const DAY = '2026-11-20';
/** One of them would be an injection if text were inserted into SQL. */
const ORDERS = [
  { customer: 'Ada', total: 250, day: DAY },
  { customer: 'Test', total: 999, day: DAY },
  { customer: "O'Neil'); drop table orders; --", total: 120, day: DAY },
  { customer: 'Bo', total: 0, day: DAY },
];
const KEPT = [ORDERS[2], ORDERS[0]];

/** Everything except what the story types. */
function skeleton(name: string) {
  return {
    name,
    params: {
      dry: { type: 'boolean', default: true, description: 'Stop before anything is stored.' },
      day: { type: 'string', default: DAY },
    },
    steps: [
      { id: 'fetch', name: 'Fetch', action: 'http_request', params: { url: '', expect_status: '2xx' } },
      {
        id: 'check',
        name: 'Any?',
        action: 'conditional',
        params: { condition: '', on_true: 'keep', on_false: 'none' },
        depends_on: ['fetch'],
      },
      { id: 'none', name: 'Nothing', action: 'log', params: { message: 'No orders.' } },
      {
        id: 'keep',
        name: 'Keep',
        action: 'transform',
        params: {
          operation: 'filter',
          input: '{{steps.fetch.output.response_body.orders}}',
          function: '(order) => true',
        },
      },
      {
        id: 'store',
        name: 'Store',
        action: 'database',
        params: { connection: '', operation: 'insert', table: 'orders', data: [{}] },
        condition: '!params.dry',
        depends_on: ['keep'],
      },
      {
        id: 'read',
        name: 'Read back',
        action: 'database',
        params: { connection: '', operation: 'query', query: '' },
        depends_on: ['store'],
      },
      {
        id: 'mail',
        name: 'Mail',
        action: 'email',
        params: {
          to: '',
          subject: '{{steps.read.output.row_count}} orders of {{params.day}}',
          body: 'They are in the file.',
        },
        depends_on: ['read'],
      },
    ],
  };
}

test('orders are fetched, checked, filtered, stored and mailed as a file, and no password is shown', async ({
  pipelines,
  editor,
  run,
  secrets,
  channels,
  service,
  database,
  mailServer,
  witness,
}) => {
  const secret = `orders_db_${randomUUID().slice(0, 8)}`;
  service.answer('/orders', { body: { orders: ORDERS } });

  await test.step('say where mail goes and how the database is reached', async () => {
    await channels.open();
    await channels.set('Email', 'Mail server', mailServer.url);
    await channels.set('Email', 'Sender', 'Reports <reports@example.org>');
    await expect(channels.row('Email', 'Mail server')).toContainText('Set');
    await expect(channels.row('Email', 'Sender')).toContainText('reports@example.org');
    await secrets.add({ name: secret, value: database.url, hosts: '127.0.0.1' });
  });

  await pipelines.import(skeleton(unique('Orders')));

  await test.step('write where they come from, and the condition', async () => {
    await editor.inspect('Fetch');
    await editor.type('URL', `${service.url}/orders`);
    await editor.inspect('Any?');
    await editor.type('Condition', 'size(steps.fetch.output.response_body.orders) > 0');
  });

  await test.step('choose the database, and write what it is given and asked', async () => {
    await editor.inspect('Store');
    await editor.chooseSecret('Connection', secret);
    await editor.express('Data', '{{steps.keep.output.result}}');
    await editor.inspect('Read back');
    await editor.chooseSecret('Connection', secret);
    await editor.type(
      'Query',
      'select customer, total from orders where day = {{params.day}} and total >= {{100 + 1}} order by total',
    );
    const bound = editor.inspector.getByRole('table', { name: /^Bound values/ });
    await expect(bound.getByRole('row')).toHaveText([
      /Expression/,
      /\$1.*params\.day.*string/,
      /\$2.*100 \+ 1/,
    ]);
  });

  await test.step('write who gets the mail, and the file that goes with it', async () => {
    await editor.inspect('Mail');
    await editor.addRecipients('To', 'jo@example.org', 'Ann Doe <ann@example.org>');
    await editor.addParameter('Attachments');
    await editor.addRow('file');
    await editor.type('Name of file 1', 'orders-{{params.day}}.json');
    await editor.type('Text of file 1', '{{json(steps.read.output.rows)}}');
    await editor.hasNoProblems();
    await editor.isSaved();
  });

  await test.step('a dry run stores and sends nothing', async () => {
    await editor.runWithParams();
    await run.isNow('Completed');
    await run.stepIs('Keep', 'completed');
    await run.stepIs('Store', 'skipped');
    await run.stepIs('Mail', 'skipped');
    expect(await database.orders()).toEqual([]);
    await run.exit();
  });

  await test.step('try the function on what that run fetched, until it keeps the right ones', async () => {
    await editor.inspect('Keep');
    await editor.type('Function', '(order) => order.totl.cents > 100');
    await editor.tryFunction();
    await expect(editor.trial).toContainText(/Line 1: .*(undefined|cents)/);
    await editor.type('Function', '(order) => order.total > 100 &&\n  order.customer !== "Test"');
    await expect(editor.trial).toContainText('The function has changed since this result.');
    await editor.tryFunction();
    await expect(editor.trial).toContainText('4 items in, 2 items out');
    await editor.hasNoProblems();
    await editor.isSaved();
  });

  await test.step('the real run does every step', async () => {
    await editor.askParams();
    await editor.runDialog.getByRole('switch', { name: 'dry' }).click();
    await editor.confirmRun();
    await run.isNow('Completed');
    for (const step of ['Fetch', 'Any?', 'Keep', 'Store', 'Read back', 'Mail'])
      await run.stepIs(step, 'completed');
    await run.stepIs('Nothing', 'skipped');
  });

  await test.step('the rows are in the database, each value as it was', async () => {
    expect(await database.orders()).toEqual(KEPT);
    await run.look('Store');
    expect(await run.output()).toMatchObject({ row_count: 2 });
  });

  await test.step('what templates gave to the query went beside it', async () => {
    await run.look('Read back');
    const { connection, query } = await run.resolvedInputs();
    expect(connection).toBe('masked, never stored');
    expect(query).toContain('where day = $1 and total >= $2');
    await expect(run.inspector.getByRole('table', { name: /^Bound values/ }).getByRole('row')).toHaveText([
      new RegExp(`\\$1.*${DAY}`),
      /\$2.*101/,
    ]);
  });

  await test.step('the mail came, with the file', () => {
    expect(mailServer.mails.map(({ to }) => to)).toEqual([['jo@example.org', 'ann@example.org']]);
    const mail = mailServer.mails[0]?.mail;
    expect(mail).toMatchObject({
      from: { name: 'Reports', address: 'reports@example.org' },
      subject: `2 orders of ${DAY}`,
      to: [{ address: 'jo@example.org' }, { name: 'Ann Doe', address: 'ann@example.org' }],
    });
    const [file] = mail?.attachments ?? [];
    if (!file) throw new Error('No file came with the mail.');
    expect(file.filename).toBe(`orders-${DAY}.json`);
    expect(JSON.parse(bytesOf(file).toString())).toEqual(
      KEPT.map((order) => ({ customer: order?.customer, total: order?.total })),
    );
  });

  await test.step('no password in a page, in the stream of the run, or in an export', async () => {
    await witness.read(`/api/v1/runs/${run.id()}/events`);
    await witness.read(`/api/v1/runs/${run.id()}`);
    await run.exit();
    expect(await editor.export()).toContain(`{{secrets.${secret}}}`);
    await channels.open();
    await secrets.open();
    await expect(secrets.row(secret)).toBeVisible();
    await witness.sawNothingOf(database.password, database.url, mailServer.password, mailServer.url);
  });

  await channels.open();
  await channels.remove('Mail', 'Mail server');
  await channels.remove('Mail', 'Sender');
});
