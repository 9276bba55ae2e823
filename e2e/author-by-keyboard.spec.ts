import { expect, test } from './fixtures';
import { Clicks } from './pages/clicks';
import { unique } from './pages/pipelines';

test('an author draws a pipeline by keyboard, runs it, and its end is announced', async ({
  pipelines,
  editor,
  run,
  keyboard,
  page,
  service,
}) => {
  service.answer('/orders', { body: { open: 3 } });
  const clicks = await Clicks.on(page);
  const name = unique('Orders');
  await pipelines.open();

  await test.step('make a pipeline, name it, and come back to it from the list', async () => {
    await keyboard.press('n');
    await pipelines.arriveInEditor();
    await keyboard.tabTo(editor.renameButton);
    await keyboard.press('Enter');
    await expect(editor.nameField).toBeFocused();
    await keyboard.type(name);
    await keyboard.press('Enter');
    await editor.isSaved();
    await keyboard.tabTo(editor.crumb('Pipelines'));
    await keyboard.press('Enter');
    await keyboard.tabTo(pipelines.link(name));
    await keyboard.press('Enter');
    await pipelines.arriveInEditor();
  });

  await test.step('add a call after nothing, and a branch after the call', async () => {
    await keyboard.tabTo(editor.canvas);
    await keyboard.press('a');
    await expect(editor.picker).toBeVisible();
    await keyboard.type('http');
    await keyboard.press('Enter');
    await expect(editor.card('HTTP request')).toBeFocused();

    await keyboard.press('Enter');
    await expect(editor.field('URL')).toBeFocused();
    await keyboard.tabBackTo(editor.titleField);
    await keyboard.type('Ask');
    await keyboard.tabTo(editor.field('URL'));
    await keyboard.type(`${service.url}/orders`);
    await keyboard.leaveTo(editor.card('Ask'));

    await keyboard.press('a');
    await keyboard.type('conditional');
    await keyboard.press('Enter');
    await expect(editor.card('Conditional')).toBeFocused();
    await expect(editor.wire('from Ask to Conditional')).toBeVisible();
    await keyboard.press('Enter');
    await expect(editor.field('Condition')).toBeFocused();
    await keyboard.tabBackTo(editor.titleField);
    await keyboard.type('Any open?');
    await keyboard.tabTo(editor.field('Condition'));
    await keyboard.type('steps.http_request.output.response_body.open > 0');
    await keyboard.leaveTo(editor.card('Any open?'));
  });

  await test.step('add what both branches lead to, and connect the second one by hand', async () => {
    await keyboard.press('a');
    await keyboard.type('set output');
    await keyboard.press('Enter');
    await expect(editor.wire('from Any open? to Set output, when true')).toBeVisible();
    await expect(editor.card('Set output')).toBeFocused();
    await keyboard.press('Enter');
    await expect(editor.field('Key')).toBeFocused();
    await keyboard.tabBackTo(editor.titleField);
    await keyboard.type('Tell');
    await keyboard.tabTo(editor.field('Key'));
    await keyboard.type('open_orders');
    await keyboard.tabTo(editor.field('Value'));
    await keyboard.type('{{steps.http_request.output.response_body.open}}');
    await keyboard.leaveTo(editor.card('Tell'));

    await keyboard.press('Escape');
    await keyboard.press('a');
    await keyboard.type('log');
    await keyboard.press('Enter');
    await expect(editor.card('Log')).toBeFocused();
    await keyboard.press('Enter');
    await expect(editor.field('Message')).toBeFocused();
    await keyboard.tabBackTo(editor.titleField);
    await keyboard.type('Nothing to do');
    await keyboard.tabTo(editor.field('Message'));
    await keyboard.type('No open orders.');
    await keyboard.leaveTo(editor.card('Nothing to do'));

    await keyboard.press('Escape');
    await keyboard.press('ArrowRight', 'ArrowRight');
    await expect(editor.card('Any open?')).toBeFocused();
    await keyboard.press('c');
    await keyboard.type('nothing');
    await expect(editor.hint('Any open? when false → Nothing to do')).toBeVisible();
    await keyboard.press('Enter');
    await expect(editor.wire('from Any open? to Nothing to do, when false')).toBeVisible();
    await editor.hasNoProblems();
  });

  await test.step('run it and follow by what is said', async () => {
    await keyboard.press('Control+Enter');
    await expect(editor.spoken).toHaveText('Started run 1.');
    await expect(run.spoken).toContainText('The run completed. 3 done, 1 skipped.');
    await run.stepIs('Ask', 'completed');
    await run.stepIs('Any open?', 'completed');
    await run.stepIs('Tell', 'completed');
    await run.stepIs('Nothing to do', 'skipped');
  });

  await test.step('read what a step gave, and leave', async () => {
    await keyboard.tabTo(run.card('Tell'));
    await keyboard.press('Enter');
    await expect(run.inspector.getByRole('heading', { name: 'Tell' })).toBeVisible();
    expect(await run.shownInputs()).toMatchObject({ value: expect.stringContaining('3') });
    await keyboard.press('Escape', 'Escape');
    await expect(run.banner).toBeHidden();
  });
  expect(clicks.take()).toBe(0);
});
