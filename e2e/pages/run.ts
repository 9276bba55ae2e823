import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { cardOf, clickCard } from './cards';

/** A shown run, in the editor or on a page of its own. */
export class RunPage {
  readonly banner: Locator;
  readonly summary: Locator;
  readonly inspector: Locator;
  readonly iterations: Locator;
  /** The announcements of the run for screen readers. */
  readonly spoken: Locator;

  constructor(readonly page: Page) {
    this.banner = page.getByRole('region', { name: 'Run', exact: true });
    this.summary = page.getByRole('region', { name: 'Run summary' });
    this.inspector = page.getByRole('region', { name: 'Step details' });
    this.spoken = this.banner.getByRole('status');
    this.iterations = this.inspector.getByRole('region', { name: 'Iterations' });
  }

  /** Waits until the shown run has a status. */
  async isNow(
    status: 'Running' | 'Waiting' | 'Paused' | 'Completed' | `Completed, ${string}` | 'Failed' | 'Cancelled',
  ): Promise<void> {
    await expect(this.banner.getByText(status, { exact: true })).toBeVisible();
  }

  card(title: string): Locator {
    return cardOf(this.page, title);
  }

  /** Waits until a step has a status on the canvas. */
  async stepIs(title: string, status: string): Promise<void> {
    await expect(this.card(title)).toHaveAccessibleName(new RegExp(`, ${status}(,|$)`));
  }

  async look(title: string): Promise<void> {
    await clickCard(this.page, this.card(title));
    await expect(this.inspector.getByRole('heading', { level: 2, name: title })).toBeVisible();
  }

  /** Shows the run as a whole by a click beside the cards. */
  async lookAtAll(): Promise<void> {
    await this.page.getByRole('region', { name: /^Canvas of/ }).click({ position: { x: 5, y: 5 } });
    await expect(this.summary).toBeVisible();
  }

  part(name: 'Inputs' | 'Output' | 'Attempts' | 'Logs' | 'Changes since last success'): Locator {
    return this.inspector.getByRole('region', { name, exact: true });
  }

  /** The resolved value of every parameter of the shown step. */
  async resolvedInputs(): Promise<Record<string, string>> {
    const inputs = this.part('Inputs');
    await inputs.getByRole('radio', { name: 'Resolved' }).check();
    return pairs(inputs);
  }

  /** Every parameter of the shown step as written. */
  async writtenInputs(): Promise<Record<string, string>> {
    const inputs = this.part('Inputs');
    await inputs.getByRole('radio', { name: 'Template' }).check();
    return pairs(inputs);
  }

  /** Every parameter of the shown step, as the inspector initially shows it. */
  shownInputs(): Promise<Record<string, string>> {
    return pairs(this.part('Inputs'));
  }

  /** The output of the shown step. */
  async output(): Promise<unknown> {
    return readJson(this.part('Output'));
  }

  /** An output of the run; no step may be selected. */
  async runOutput(name: string): Promise<unknown> {
    const outputs = this.summary.getByRole('region', { name: 'Outputs' });
    const terms = outputs.getByRole('term');
    await terms.filter({ hasText: name }).first().waitFor();
    const names = await terms.allTextContents();
    return readJson(outputs.getByRole('definition').nth(names.indexOf(name)));
  }

  async params(): Promise<unknown> {
    return readJson(this.summary.getByRole('region', { name: 'Run parameters' }));
  }

  /** The files of the shown step. */
  get files(): Locator {
    return this.part('Output')
      .getByRole('listitem')
      .filter({ has: this.page.getByRole('link') });
  }

  /** Downloads a file of a list. Returns its bytes. */
  async download(file: Locator): Promise<Buffer> {
    const [download] = await Promise.all([
      this.page.waitForEvent('download'),
      file.getByRole('link', { name: /^Download / }).click(),
    ]);
    return readFile(await download.path());
  }

  attempts(): Locator {
    return this.part('Attempts').getByRole('button', { name: /Attempt \d/ });
  }

  /** The box of a failure, by its kind. */
  failure(kind: string): Locator {
    return this.inspector.getByText(new RegExp(`^${kind}( \\w+)?$`));
  }

  /** The number of the run. */
  async number(): Promise<number> {
    const text = await this.banner.getByText(/^Run #\d+$/).textContent();
    return Number(text?.replace(/\D/g, ''));
  }

  /** The run's id, from the URL of the page. */
  id(): string {
    const { pathname, searchParams } = new URL(this.page.url());
    return searchParams.get('run') ?? pathname.split('/').at(-1) ?? '';
  }

  async exit(): Promise<void> {
    await this.banner.getByRole('button', { name: /^Exit/ }).click();
    await expect(this.banner).toBeHidden();
  }

  /** Leaves the run with the keyboard. */
  async escape(): Promise<void> {
    await this.page.keyboard.press('Escape');
    await expect(this.banner).toBeHidden();
  }

  /** Opens the panel that prepares a re-run. */
  async rerun(): Promise<Locator> {
    await this.banner.getByRole('button', { name: 'Re-run…' }).click();
    return this.page.getByRole('region', { name: /^Re-run #/ });
  }
}

/** Terms and their definitions, once there are any. */
async function pairs(part: Locator): Promise<Record<string, string>> {
  await part.getByRole('term').first().waitFor();
  // In one go: the page may be drawn again between two requests.
  return part.evaluate((element) => {
    const texts = (tag: 'dt' | 'dd') =>
      [...element.querySelectorAll(tag)].map(({ textContent }) => textContent.trim());
    const values = texts('dd');
    return Object.fromEntries(texts('dt').map((name, index) => [name, values[index] ?? '']));
  });
}

/** The JSON in a part of the page. */
async function readJson(part: Locator): Promise<unknown> {
  const mode = part.getByRole('radio', { name: 'JSON' });
  const json = part.locator('pre');
  await mode.or(json).first().waitFor();
  if (await mode.isVisible()) await mode.check();
  return JSON.parse((await json.textContent()) ?? '');
}
