import { expect, test } from './fixtures';
import { unique } from './pages/pipelines';

test('a person scrubs through a finished run and shares the instant', async ({
  page,
  pipelines,
  editor,
  run,
}) => {
  await pipelines.import({
    name: unique('Time'),
    steps: [
      { id: 'load', name: 'Load', action: 'log', params: { message: 'loaded' } },
      { id: 'rest', name: 'Rest', action: 'wait', params: { duration: 1 }, depends_on: ['load'] },
      { id: 'send', name: 'Send', action: 'log', params: { message: 'sent' }, depends_on: ['rest'] },
    ],
  });
  await editor.run();
  await run.isNow('Completed');
  const slider = page.getByRole('slider', { name: 'Shown instant' });
  const past = page.getByRole('region', { name: 'Past instant' });
  const timeline = page.getByRole('region', { name: 'Timeline' });
  /** Moves to the next transition. Fails at the newest state, where the text of the slider stays the same. */
  async function next() {
    const text = await slider.getAttribute('aria-valuetext');
    await page.keyboard.press('ArrowRight');
    await expect(slider).not.toHaveAttribute('aria-valuetext', text ?? '');
  }

  await test.step('arrow keys move between transitions', async () => {
    await slider.focus();
    await page.keyboard.press('Home');
    await expect(past).toContainText('Past instant +0:00.0');
    await expect(timeline.getByRole('button', { name: /^Send, pending/ })).toBeVisible();
    // How many transitions come before the wait differs from run to run: none if all happened in one millisecond.
    const resting = timeline.getByRole('button', { name: /^Rest, waiting/ });
    while (!(await resting.isVisible())) await next();
    await expect(page.getByRole('button', { name: 'Re-run…' })).toBeDisabled();
    // It may be the newest state, if everything after the wait happened in one millisecond.
    await next();
    await expect(timeline.getByRole('button', { name: /^Rest, completed/ })).toBeVisible();
  });

  await test.step('the address opens the same instant', async () => {
    await page.keyboard.press('Home');
    await expect(page).toHaveURL(/[?&]t=0(&|$)/);
    await page.reload();
    await expect(past).toContainText('Past instant +0:00.0');
    await expect(timeline.getByRole('button', { name: /^Send, pending/ })).toBeVisible();
  });

  await test.step('playing ends at the newest state', async () => {
    await slider.focus();
    await page.keyboard.press('Space');
    await expect(past).toBeHidden();
    await expect(timeline.getByRole('button', { name: /^Send, completed/ })).toBeVisible();
    await expect(page).not.toHaveURL(/[?&]t=/);
  });
});
