import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { beginningWith } from './names';

/** A name that no other story has used on this server. */
export function unique(name: string): string {
  return `${name} ${randomUUID().slice(0, 8)}`;
}

/** The list of pipelines, and operations that open one. */
export class PipelinesPage {
  readonly list: Locator;
  readonly rows: Locator;
  readonly filter: Locator;
  readonly importDialog: Locator;
  readonly importText: Locator;

  constructor(readonly page: Page) {
    this.list = page.getByRole('list', { name: 'Pipelines' });
    this.rows = this.list.getByRole('listitem');
    this.filter = page.getByRole('searchbox', { name: 'Filter pipelines' });
    this.importDialog = page.getByRole('dialog', { name: 'Import JSON' });
    this.importText = this.importDialog.getByRole('textbox', { name: 'Pipeline as JSON' });
  }

  async open(): Promise<void> {
    await this.page.goto('/pipelines');
    await expect(this.page.getByRole('heading', { level: 1 })).toBeVisible();
  }

  /** Creates an empty pipeline and opens it. */
  async createEmpty(): Promise<void> {
    await this.open();
    const first = this.page.getByRole('button', { name: 'Empty canvas' });
    const another = this.page.getByRole('button', { name: 'New pipeline', exact: true });
    await first.or(another).click();
    await this.arriveInEditor();
  }

  /** Creates a pipeline from a starter and opens it. Returns the number of steps on its card. */
  async createFrom(starter: string): Promise<number> {
    await this.open();
    const card = this.page.getByRole('listitem').getByRole('button', { name: beginningWith(starter) });
    const promised = /(\d+) steps?/.exec((await card.textContent()) ?? '');
    await card.click();
    await this.arriveInEditor();
    return Number(promised?.[1]);
  }

  /** Imports a document through the dialog and opens it. Returns its address. */
  async import(document: object | string): Promise<string> {
    await this.open();
    await this.tryImport(typeof document === 'string' ? document : JSON.stringify(document));
    await this.arriveInEditor();
    return new URL(this.page.url()).pathname;
  }

  /** Pastes text into the import dialog and presses Import, without waiting for the result. */
  async tryImport(text: string): Promise<void> {
    await this.openImport();
    await this.importText.fill(text);
    await this.submitImport();
  }

  async openImport(): Promise<void> {
    await this.page.getByRole('button', { name: /^(Import JSON|Paste or import JSON)$/ }).click();
    await expect(this.importDialog).toBeVisible();
  }

  async submitImport(): Promise<void> {
    await this.importDialog.getByRole('button', { name: 'Import', exact: true }).click();
  }

  /** Picks a file for the import dialog, which must be open. */
  async pickFile(name: string, text: string): Promise<void> {
    const [chooser] = await Promise.all([
      this.page.waitForEvent('filechooser'),
      this.importDialog.getByRole('button', { name: 'Choose file…' }).click(),
    ]);
    await chooser.setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
  }

  row(name: string): Locator {
    return this.list
      .getByRole('listitem')
      .filter({ has: this.page.getByRole('link', { name, exact: true }) });
  }

  link(name: string): Locator {
    return this.list.getByRole('link', { name, exact: true });
  }

  async openPipeline(name: string): Promise<void> {
    await this.link(name).click();
    await this.arriveInEditor();
  }

  /** Chooses a command of a pipeline's menu. */
  async choose(name: string, command: string): Promise<void> {
    await this.row(name)
      .getByRole('button', { name: `More for ${name}` })
      .click();
    await this.page.getByRole('menuitem', { name: command }).click();
  }

  async rename(name: string, next: string): Promise<void> {
    await this.choose(name, 'Rename…');
    const dialog = this.page.getByRole('dialog', { name: 'Rename pipeline' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(next);
    await dialog.getByRole('button', { name: 'Rename', exact: true }).click();
    await expect(dialog).toBeHidden();
  }

  async organise(name: string, { folder, tags }: { folder: string; tags: string[] }): Promise<void> {
    await this.choose(name, 'Folder and tags…');
    const dialog = this.page.getByRole('dialog', { name: 'Folder and tags' });
    await dialog.getByRole('combobox', { name: 'Folder' }).fill(folder);
    await dialog.getByRole('textbox', { name: 'Tags' }).fill(tags.join(', '));
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog).toBeHidden();
  }

  async arriveInEditor(): Promise<void> {
    await this.page.waitForURL(/\/pipelines\/[^/]+$/);
    await expect(this.page.getByRole('region', { name: /^Canvas of/ })).toBeVisible();
  }
}
