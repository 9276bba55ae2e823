import { expect, test } from './fixtures';
import { faintTexts } from './pages/access';
import { axeViolations } from './pages/axe';
import { DebuggerPage } from './pages/debugger';
import { unique } from './pages/pipelines';

test('a run pauses at breakpoints, and a person edits, replaces and skips', async ({
  pipelines,
  editor,
  run,
  debug,
  service,
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  service.answer('/prompts', { body: { count: 3 } });
  service.answer('/releases', { body: { id: 7 } });
  service.answer('/mails', { body: { sent: true } });
  await pipelines.import({
    name: unique('Announce'),
    params: { stage: { type: 'string', default: 'live' } },
    outputs: { id: '{{steps.announce.output.response_body.id}}', note: '{{steps.clean.status}}' },
    steps: [
      { id: 'load', name: 'Load', action: 'http_request', params: { url: `${service.url}/prompts` } },
      {
        id: 'announce',
        name: 'Announce',
        action: 'http_request',
        params: {
          url: `${service.url}/releases`,
          method: 'POST',
          body: { stage: '{{params.stage}}', count: '{{steps.load.output.response_body.count}}' },
        },
      },
      {
        id: 'email',
        name: 'Email',
        action: 'http_request',
        params: {
          url: `${service.url}/mails`,
          method: 'POST',
          body: '{{steps.announce.output.response_body}}',
        },
      },
      {
        id: 'clean',
        name: 'Clean',
        action: 'http_request',
        params: { url: `${service.url}/clean`, method: 'DELETE' },
        depends_on: ['email'],
      },
    ],
  });
  await editor.isSaved();

  await test.step('breakpoints by key, on cards and on an edge', async () => {
    await editor.inspect('Email');
    await editor.card('Email').focus();
    await page.keyboard.press('b');
    await expect(debug.mark('Breakpoint before email')).toBeVisible();
    await expect(editor.card('Email')).toHaveAccessibleName(/, breakpoint$/);
    await editor.card('Clean').focus();
    await page.keyboard.press('b');
    await editor
      .wire(/from Load to Announce/)
      .first()
      .focus();
    await page.keyboard.press('b');
    await expect(debug.mark('Breakpoint on edge load → announce')).toBeVisible();
    await editor.openLeft('Runs');
    await expect(debug.section.getByRole('listitem')).toHaveCount(3);
    await expect(page.getByRole('button', { name: '3 breakpoints: show breakpoints' })).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);
  });

  await test.step('the form of a breakpoint, with a problem in its condition', async () => {
    await debug.mark('Breakpoint on edge load → announce').click();
    await expect(debug.form).toHaveAccessibleName('Edit breakpoint');
    expect(await axeViolations(page)).toEqual([]);
    await debug.condition('parms.stage == "live"');
    await expect(debug.form.getByRole('alert')).toContainText('parms');
    expect(await axeViolations(page)).toEqual([]);
    expect(await faintTexts(page)).toEqual([]);
    await debug.condition('');
    await debug.form.getByRole('button', { name: 'Cancel' }).click();
    await expect(debug.form).toBeHidden();
  });

  await test.step('the mark on the edge stays when edges are too small to click', async () => {
    await debug.zoomOutOfEdges();
    await expect(debug.farMark('Breakpoint on edge load → announce')).toBeVisible();
    await expect(debug.mark('Breakpoint on edge load → announce')).toBeHidden();
    expect(await axeViolations(page)).toEqual([]);
    await editor.tools.getByRole('button', { name: 'Fit view' }).click();
    await expect(debug.mark('Breakpoint on edge load → announce')).toBeVisible();
  });

  await test.step('a new id keeps its breakpoint, and undo too', async () => {
    await editor.inspect('Clean');
    await editor.changeId('cleanup');
    await expect(debug.checkbox('Breakpoint before cleanup')).toBeVisible();
    await editor.undo();
    await expect(debug.checkbox('Breakpoint before clean')).toBeVisible();
    await expect(debug.section.getByText('The step was deleted.')).toBeHidden();
  });

  await test.step('the run pauses on the edge, and nothing was sent', async () => {
    await editor.run();
    await debug.isPaused('before Announce');
    await run.stepIs('Announce', 'paused');
    await run.isNow('Paused');
    expect(service.requests.map(({ path }) => path)).toEqual(['/prompts']);
    await expect(debug.bar).toContainText('breakpoint on edge load → announce');
    await expect(debug.inputs).toContainText('method');
    expect(await axeViolations(page)).toEqual([]);
    expect(await faintTexts(page)).toEqual([]);
  });

  await test.step('it is still paused after a reload', async () => {
    await page.reload();
    await debug.isPaused('before Announce');
  });

  await test.step('an edited input arrives at the service', async () => {
    await debug.inputs.getByRole('textbox', { name: 'body' }).fill('{"stage": "staging", "count": 3}');
    await expect(debug.inputs).toContainText('Edited body.stage was "live"');
    await page.keyboard.press('F8');
    await debug.isPaused('before Email');
    const sent = service.requests.filter(({ path }) => path === '/releases');
    expect(sent.map(({ body }) => JSON.parse(body))).toEqual([{ stage: 'staging', count: 3 }]);
  });

  await test.step('an entered output takes the place of a request', async () => {
    await debug.button('Use this output…').click();
    await debug.outputForm.getByRole('textbox', { name: 'Output as JSON' }).fill('"x"');
    await debug.outputForm.getByRole('button', { name: 'Use this output' }).click();
    await expect(debug.outputForm.getByRole('alert')).toBeVisible();
    const output = { status_code: 202, response_body: { sent: true }, headers: {} };
    await debug.outputForm.getByRole('textbox', { name: 'Output as JSON' }).fill(JSON.stringify(output));
    await debug.outputForm.getByRole('button', { name: 'Use this output' }).click();
    await debug.isPaused('before Clean');
    expect(service.requests.map(({ path }) => path)).not.toContain('/mails');
  });

  await test.step('a skipped step sends nothing, and the run completes', async () => {
    await debug.button('Skip').click();
    await debug.goesOn();
    await run.stepIs('Clean', 'skipped');
    expect(service.requests.map(({ path }) => path)).toEqual(['/prompts', '/releases']);
    await run.look('Announce');
    await expect(run.inspector.getByRole('list', { name: 'Decisions' })).toContainText(
      'Continued with edited inputs',
    );
    await run.lookAtAll();
    expect(await run.runOutput('id')).toBe(7);
  });
});

test('a conditional breakpoint pauses one iteration, two people answer, and a schedule is not held', async ({
  pipelines,
  editor,
  run,
  debug,
  triggers,
  service,
  context,
  page,
}) => {
  for (const item of [1, 2, 3]) service.answer(`/items/${item}`, { body: { item } });
  await pipelines.import({
    name: unique('Loop'),
    steps: [
      {
        id: 'score',
        name: 'Score',
        action: 'loop',
        params: {
          items: [1, 2, 3],
          action: 'http_request',
          action_params: { url: `${service.url}/items/{{item}}` },
        },
      },
    ],
  });
  await editor.isSaved();
  await editor.openLeft('Runs');

  await test.step('a condition is checked while it is typed', async () => {
    await debug.section.getByRole('button', { name: 'Add breakpoint' }).click();
    await debug.form
      .getByRole('combobox', { name: 'Step or edge' })
      .selectOption({ label: 'each iteration of score' });
    await debug.condition('itm == 2');
    await expect(debug.form.getByRole('alert')).toContainText('itm');
    await debug.condition('item == 2');
    await expect(debug.form.getByRole('alert')).toBeHidden();
    await debug.form.getByRole('button', { name: 'Add breakpoint' }).click();
    await expect(debug.form).toBeHidden();
    await expect(debug.checkbox(/before each iteration of score, if item == 2/)).toBeChecked();
  });

  await test.step('only the second iteration pauses', async () => {
    await editor.run();
    await debug.isPaused('before Score, iteration 2');
    expect(service.requests.map(({ path }) => path)).toEqual(['/items/1']);
    await expect(run.inspector.getByRole('region', { name: 'In scope' })).toContainText('item2');
  });

  await test.step('the second answer is refused, and what was typed stays', async () => {
    const other = await context.newPage();
    const theirs = new DebuggerPage(other);
    const id = new URL(page.url()).searchParams.get('run');
    await other.goto(`/runs/${id}`);
    await theirs.isPaused('before Score, iteration 2');
    await theirs.inputs.getByRole('textbox', { name: 'url' }).fill(`${service.url}/items/9`);
    await debug.button(/^Continue/).click();
    await debug.goesOn();
    await expect(other.getByText('Your edited inputs of Score were not used')).toBeVisible();
    await expect(
      other.getByText('The pause ended before your edits were sent. Decision: Continued.'),
    ).toBeVisible();
    await other.close();
    await run.isNow('Completed');
    expect(service.requests.map(({ path }) => path)).toEqual(['/items/1', '/items/2', '/items/3']);
  });

  await test.step('a scheduled run is not held', async () => {
    await run.escape();
    await triggers.open();
    await triggers.begin('Schedule', 'Ticks');
    await triggers.dialog.getByRole('radio', { name: 'Interval' }).check();
    await triggers.dialog.getByRole('textbox', { name: 'Every' }).fill('2');
    await triggers.dialog.getByRole('combobox', { name: 'Interval unit' }).selectOption('second');
    await triggers.add();
    await expect(triggers.item('Ticks')).toContainText(/completed/);
    await triggers.switch('Ticks').click();
    await expect(triggers.item('Ticks')).toContainText('disabled');
  });
});
