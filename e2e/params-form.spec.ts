import { expect, test } from './fixtures';
import { unique } from './pages/pipelines';

const params = {
  city: { type: 'string', required: true, description: 'Where it runs.' },
  count: { type: 'integer', default: 2 },
  ratio: { type: 'number', default: 0.5 },
  dry: { type: 'boolean', default: false },
  stage: { type: 'string', enum: ['test', 'live'], default: 'test' },
  tags: { type: 'array', default: [] },
  extra: { type: 'object', default: {} },
};

test('the run form asks for declared params, reports problems at fields, and offers the last values', async ({
  pipelines,
  editor,
  run,
  page,
}) => {
  await pipelines.import({
    name: unique('Params'),
    params,
    steps: [{ id: 'all', name: 'All', action: 'set_output', params: { key: 'all', value: '{{params}}' } }],
  });
  const form = editor.runDialog;
  const field = (name: string) => form.getByRole('textbox', { name, exact: true });

  await test.step('it begins with the defaults', async () => {
    await editor.run();
    await expect(field('city')).toHaveValue('');
    await expect(field('city')).toHaveAccessibleDescription('Where it runs.');
    await expect(field('count')).toHaveValue('2');
    await expect(field('ratio')).toHaveValue('0.5');
    await expect(form.getByRole('switch', { name: 'dry' })).not.toBeChecked();
    await expect(form.getByRole('combobox', { name: 'stage' })).toHaveValue('test');
  });

  await test.step('wrong values are refused where they stand, and nothing starts', async () => {
    await field('count').fill('two');
    await field('ratio').fill('half');
    await field('tags').fill('[1, ');
    await field('extra').fill('[]');
    await editor.confirmRun();
    await expect(field('city')).toHaveAccessibleDescription(/city/);
    await expect(field('city')).toHaveAttribute('aria-invalid', 'true');
    await expect(field('count')).toHaveAccessibleDescription(/integer|whole number/);
    await expect(field('ratio')).toHaveAccessibleDescription(/number/);
    await expect(field('tags')).toHaveAccessibleDescription(/^Line 1, column 5/);
    await expect(field('extra')).toHaveAccessibleDescription(/object/);
    await expect(field('count')).toHaveValue('two');
    await expect(run.banner).toBeHidden();
  });

  const given = {
    city: 'Ulm',
    count: 7,
    ratio: 1.25,
    dry: true,
    stage: 'live',
    tags: ['a', 1],
    extra: { k: null },
  };

  await test.step('right values reach the run as what they are', async () => {
    await field('city').fill(given.city);
    await field('count').fill('7');
    await field('ratio').fill('1.25');
    await form.getByRole('switch', { name: 'dry' }).click();
    await form.getByRole('combobox', { name: 'stage' }).selectOption('live');
    await field('tags').fill('["a", 1]');
    await field('extra').fill('{"k": null}');
    await editor.confirmRun();
    await run.isNow('Completed');
    expect(await run.params()).toEqual(given);
    expect(await run.runOutput('all')).toEqual(given);
  });

  await test.step('the next run begins with the defaults, and offers the params of the last run', async () => {
    await page.goto(new URL(page.url()).pathname);
    await editor.run();
    await expect(field('city')).toHaveValue('');
    await form.getByRole('button', { name: 'As in run #1' }).click();
    await expect(field('city')).toHaveValue('Ulm');
    await expect(field('count')).toHaveValue('7');
    await expect(form.getByRole('switch', { name: 'dry' })).toBeChecked();
    await expect(form.getByRole('combobox', { name: 'stage' })).toHaveValue('live');
    await form.getByRole('button', { name: 'Reset to defaults' }).click();
    await expect(field('count')).toHaveValue('2');
    await expect(form.getByRole('combobox', { name: 'stage' })).toHaveValue('test');
  });
});
