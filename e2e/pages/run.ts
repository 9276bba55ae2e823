import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { z } from 'zod';
import { clickCard } from './cards';
import { beginningWith } from './names';

/** A run as it is looked at: over the editor's canvas or on a page of its own. */
export class RunPage {
  readonly banner: Locator;
  readonly summary: Locator;
  readonly inspector: Locator;
  readonly iterations: Locator;
  /** What is said about the run to people who do not see it. */
  readonly spoken: Locator;

  constructor(readonly page: Page) {
    this.banner = page.getByRole('region', { name: 'Run', exact: true });
    this.summary = page.getByRole('region', { name: 'Run summary' });
    this.inspector = page.getByRole('region', { name: 'Step details' });
    this.spoken = this.banner.getByRole('status');
    this.iterations = this.inspector.getByRole('region', { name: 'Iterations' });
  }

  /** Waits until the run that is looked at stands so. */
  async isNow(
    status: 'Running' | 'Waiting' | 'Paused' | 'Completed' | 'Failed' | 'Cancelled',
  ): Promise<void> {
    await expect(this.banner.getByText(status, { exact: true })).toBeVisible();
  }

  /** A step's card. Its accessible name tells title, action and status. */
  card(title: string): Locator {
    return this.page.getByRole('group', { name: beginningWith(`${title}, `) });
  }

  /** Waits until a step stands so on the canvas. */
  async stepIs(title: string, status: string): Promise<void> {
    await expect(this.card(title)).toHaveAccessibleName(new RegExp(`, ${status}(,|$)`));
  }

  async look(title: string): Promise<void> {
    await clickCard(this.page, this.card(title));
    await expect(this.inspector.getByRole('heading', { level: 2, name: title })).toBeVisible();
  }

  /** Looks at the run as a whole: a click beside the cards. */
  async lookAtAll(): Promise<void> {
    await this.page.getByRole('region', { name: /^Canvas of/ }).click({ position: { x: 5, y: 5 } });
    await expect(this.summary).toBeVisible();
  }

  part(name: 'Inputs' | 'Output' | 'Attempts' | 'Logs'): Locator {
    return this.inspector.getByRole('region', { name, exact: true });
  }

  /** The resolved value of every parameter of the step that is looked at, as shown. */
  async resolvedInputs(): Promise<Record<string, string>> {
    const inputs = this.part('Inputs');
    await inputs.getByRole('radio', { name: 'Resolved' }).check();
    return pairs(inputs);
  }

  /** Every parameter of the step that is looked at as its author wrote it. */
  async writtenInputs(): Promise<Record<string, string>> {
    const inputs = this.part('Inputs');
    await inputs.getByRole('radio', { name: 'Template' }).check();
    return pairs(inputs);
  }

  /** Every parameter of the step that is looked at, as the inspector shows it first. */
  shownInputs(): Promise<Record<string, string>> {
    return pairs(this.part('Inputs'));
  }

  /** The output of the step that is looked at. */
  async output(): Promise<unknown> {
    return readJson(this.part('Output'));
  }

  /** One of the run's own outputs; no step may be chosen. */
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

  /** The files that the step which is looked at gave. */
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

  /** The box that says what went wrong, by the kind of failure. */
  failure(kind: string): Locator {
    return this.inspector.getByText(kind, { exact: true });
  }

  /** The number that people call the run by. */
  async number(): Promise<number> {
    const text = await this.banner.getByText(/^Run #\d+$/).textContent();
    return Number(text?.replace(/\D/g, ''));
  }

  /** The run's id, from the address of the page. */
  id(): string {
    const { pathname, searchParams } = new URL(this.page.url());
    return searchParams.get('run') ?? pathname.split('/').at(-1) ?? '';
  }

  async exit(): Promise<void> {
    await this.banner.getByRole('button', { name: /^Exit/ }).click();
    await expect(this.banner).toBeHidden();
  }

  /** Opens the dialog that repeats the run. */
  async rerun(): Promise<Locator> {
    await this.banner.getByRole('button', { name: 'Re-run…' }).click();
    return this.page.getByRole('dialog', { name: /^Re-run #/ });
  }
}

const text = z.array(z.string());

/** Terms and their definitions, which stand side by side. */
async function pairs(part: Locator): Promise<Record<string, string>> {
  const names = text.parse(await part.getByRole('term').allTextContents());
  const values = text.parse(await part.getByRole('definition').allTextContents());
  return Object.fromEntries(names.map((name, index) => [name, values[index]?.trim() ?? '']));
}

/** The JSON that a part of the page shows. */
async function readJson(part: Locator): Promise<unknown> {
  const mode = part.getByRole('radio', { name: 'JSON' });
  if (await mode.isVisible()) await mode.check();
  return JSON.parse((await part.locator('pre').textContent()) ?? '');
}
