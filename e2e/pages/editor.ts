import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { cardOf, clickCard } from './cards';
import { beginningWith } from './names';
import { unique } from './pipelines';

/** A place on the canvas, in pixels from its upper left corner. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** An edit is one entry of undo; some stories make two. */
const MOST_UNDONE = 3;

/** The editor of one pipeline. */
export class EditorPage {
  readonly canvas: Locator;
  readonly inspector: Locator;
  readonly saved: Locator;
  readonly problems: Locator;
  readonly json: Locator;
  readonly runDialog: Locator;
  readonly dock: Locator;
  /** Every card on the canvas. */
  readonly cards: Locator;
  /** The bar over the canvas. */
  readonly tools: Locator;
  readonly picker: Locator;
  readonly conflict: Locator;
  readonly renameButton: Locator;
  readonly nameField: Locator;
  readonly titleField: Locator;
  /** The announcements of the editor for screen readers. */
  readonly spoken: Locator;

  constructor(readonly page: Page) {
    this.canvas = page.getByRole('region', { name: /^Canvas of/ });
    this.inspector = page.getByRole('region', { name: 'Inspector' });
    this.saved = page.getByRole('status').filter({ hasText: /^(Saved · v\d+|Draft saved)$/ });
    this.problems = page.getByRole('list', { name: 'Problems' });
    this.json = page.getByRole('textbox', { name: 'Pipeline JSON' });
    this.runDialog = page.getByRole('dialog', { name: 'Run', exact: true });
    this.tools = page.getByRole('toolbar', { name: 'Canvas' });
    this.cards = this.canvas.getByRole('button', { name: /^Input of / });
    this.dock = page.getByRole('region', { name: 'Dock' });
    this.conflict = page.getByRole('alert').filter({ hasText: 'changed here and elsewhere' });
    this.picker = page.getByRole('dialog', { name: /^(Add|Insert)/ });
    this.renameButton = page.getByRole('button', { name: 'Rename pipeline' });
    this.nameField = page.getByRole('textbox', { name: 'Pipeline name' });
    this.titleField = this.inspector.getByRole('textbox', { name: 'Step title' });
    this.spoken = page.getByRole('main').getByRole('log').last();
  }

  /** Renames the pipeline to a unique name by clicking on it. Returns the name. */
  async nameIt(name: string): Promise<string> {
    const own = unique(name);
    await this.renameButton.click();
    await this.nameField.fill(own);
    await this.canvas.click({ position: { x: 5, y: 5 } });
    return own;
  }

  card(title: string): Locator {
    return cardOf(this.page, title);
  }

  /** An action in the palette. */
  #action(title: string): Locator {
    return this.page
      .getByRole('tabpanel', { name: 'Palette' })
      .getByRole('button')
      .filter({ has: this.page.getByText(title, { exact: true }) });
  }

  /** Adds an action after the selection with a click on it in the palette. */
  async pick(action: string): Promise<void> {
    await this.#action(action).click();
  }

  /** Drags an action from the palette to a place on the canvas. */
  async drop(action: string, place: Place): Promise<void> {
    await this.#action(action).dragTo(this.canvas, { targetPosition: place });
  }

  /** Draws an edge from a card's output to another card's input. */
  async connect(from: string, to: string, branch?: string): Promise<void> {
    const output = branch === undefined ? `Output of ${from}` : `Output ${branch} of ${from}`;
    await this.page
      .getByRole('button', { name: output, exact: true })
      .dragTo(this.page.getByRole('button', { name: `Input of ${to}`, exact: true }));
  }

  /** How a card's handle is drawn, in canvas pixels, and the size of the area that takes the pointer. */
  async handleLook(name: string) {
    return this.page.getByRole('button', { name, exact: true }).evaluate((handle) => {
      const ring = getComputedStyle(handle, '::before');
      return {
        size: getComputedStyle(handle).width,
        target: getComputedStyle(handle, '::after').width,
        isRing: ring.borderTopLeftRadius === '50%',
        turned: ring.rotate,
      };
    });
  }

  /** Drags a card by its title. */
  async move(title: string, by: Place): Promise<void> {
    const box = await this.card(title).boundingBox();
    if (!box) throw new Error(`The card ${title} is not in sight.`);
    const [x, y] = [box.x + box.width / 2, box.y + 12];
    await this.page.mouse.move(x, y);
    await this.page.mouse.down();
    await this.page.mouse.move(x + by.x, y + by.y, { steps: 8 });
    await this.page.mouse.up();
  }

  /** An edge between two cards, by its accessible name. */
  wire(name: string | RegExp): Locator {
    return this.canvas.getByRole('group', { name });
  }

  /** Moves the pointer onto the middle of an edge, which shows its button. */
  async pointAt(name: string): Promise<void> {
    const box = await this.wire(name).boundingBox();
    if (!box) throw new Error(`The edge ${name} is not in sight.`);
    await this.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  }

  async inspect(title: string): Promise<void> {
    await clickCard(this.page, this.card(title));
    await expect(this.titleField).toBeVisible();
  }

  /** Selects nothing, so that the inspector shows the pipeline itself. */
  async inspectPipeline(): Promise<void> {
    await this.canvas.click({ position: { x: 5, y: 5 } });
    await expect(this.inspector.getByRole('heading', { name: 'Pipeline', exact: true })).toBeVisible();
  }

  async title(title: string): Promise<void> {
    await this.titleField.fill(title);
  }

  /** A control of the inspector by its label. */
  field(label: string): Locator {
    const named = { name: label, exact: true };
    return this.inspector
      .getByRole('textbox', named)
      .or(this.inspector.getByRole('combobox', named))
      .or(this.inspector.getByRole('spinbutton', named));
  }

  /** Clicks into a field of the inspector and types. */
  async type(label: string, text: string): Promise<void> {
    const field = this.field(label);
    await field.click();
    await field.fill(text);
  }

  /** Makes a parameter an expression and writes it. */
  async express(label: string, text: string): Promise<void> {
    await this.switchToExpression(label);
    await this.type(label, text);
  }

  /** Makes a parameter an expression, which then has the focus. */
  async switchToExpression(label: string): Promise<void> {
    await this.inspector
      .getByRole('radiogroup', { name: `Source of ${label}` })
      .getByRole('radio', { name: 'Expression' })
      .check();
  }

  /** Adds an optional parameter of the selected step, by its label. */
  async addParameter(label: string): Promise<void> {
    await this.addButton(label).click();
  }

  /** Adds a row to a list of the selected step, such as a file. */
  async addRow(noun: string): Promise<void> {
    await this.inspector.getByRole('button', { name: `Add ${noun}`, exact: true }).click();
  }

  addButton(label: string): Locator {
    return this.inspector
      .getByRole('group', { name: 'Optional parameters' })
      .getByRole('button', { name: `Add ${label}`, exact: true });
  }

  crumb(name: string): Locator {
    return this.page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name });
  }

  /** The hint of the canvas in a mode, such as drawing an edge. */
  hint(words: string): Locator {
    return this.canvas.getByText(words, { exact: true });
  }

  async choose(label: string, option: string): Promise<void> {
    await this.inspector.getByRole('combobox', { name: label, exact: true }).selectOption({ label: option });
  }

  /** Sets a parameter to a secret from the list. */
  async chooseSecret(label: string, name: string): Promise<void> {
    await this.inspector.getByRole('button', { name: `Choose a secret for ${label}` }).click();
    await this.page.getByRole('menuitem', { name, exact: true }).click();
    await expect(this.inspector.getByRole('button', { name: `Secret of ${label}: ${name}` })).toBeVisible();
  }

  /** Types recipients, which become chips. */
  async addRecipients(label: string, ...recipients: readonly string[]): Promise<void> {
    const field = this.inspector.getByRole('textbox', { name: `Add to ${label}` });
    for (const recipient of recipients) {
      await field.fill(recipient);
      await field.press('Enter');
      await expect(this.inspector.getByRole('button', { name: recipient, exact: true })).toBeVisible();
    }
  }

  /** Tries the function of the selected step on data of the last run. */
  async tryFunction(): Promise<void> {
    await this.inspector.getByRole('button', { name: 'Test with data of the last run' }).click();
  }

  /** The result of trying a function. */
  get trial(): Locator {
    return this.inspector.getByRole('status').filter({ hasText: / in, | tried|Line \d|Trying/ });
  }

  /** Waits until the shown document is saved. */
  async isSaved(): Promise<void> {
    await expect(this.saved).toBeVisible();
  }

  /** Waits until the shown document is saved as a draft that is not a version. */
  async isSavedAsDraft(): Promise<void> {
    await expect(this.saved).toHaveText('Draft saved');
  }

  /** An entry of the list of problems, by its text. */
  problem(says: string): Locator {
    return this.problems.getByRole('button', { name: `Error: ${says}` });
  }

  async hasNoProblems(): Promise<void> {
    await expect(this.page.getByRole('button', { name: 'No problems' })).toBeVisible();
  }

  /** Presses Run. */
  async run(): Promise<void> {
    await this.page.getByRole('button', { name: 'Run', exact: true }).click();
  }

  /** Opens the dialog that asks for params, also where all of them have defaults. */
  async askParams(): Promise<void> {
    await this.page.getByRole('button', { name: 'Run options' }).click();
    await this.page.getByRole('menuitem', { name: 'Run with parameters…' }).click();
  }

  /** Opens the dialog that asks for params, and runs with its values. */
  async runWithParams(): Promise<void> {
    await this.askParams();
    await this.confirmRun();
  }

  /** Sends the dialog that asks for params. */
  async confirmRun(): Promise<void> {
    await this.runDialog.getByRole('button', { name: /^Run/ }).click();
  }

  /** A message that has just appeared. */
  message(says: string): Locator {
    return this.page
      .getByRole('region', { name: /^Notifications/ })
      .getByRole('listitem')
      .filter({ hasText: says });
  }

  async undo(): Promise<void> {
    await this.tools.getByRole('button', { name: 'Undo' }).click();
  }

  /** Presses Undo until the export equals this text. Returns the number of presses. */
  async undoUntil(text: string): Promise<number> {
    for (let times = 1; times <= MOST_UNDONE; times += 1) {
      await this.undo();
      if ((await this.export()) === text) return times;
    }
    throw new Error(`After ${MOST_UNDONE} times Undo the text is still another one:\n${await this.export()}`);
  }

  async redo(): Promise<void> {
    await this.tools.getByRole('button', { name: 'Redo' }).click();
  }

  async openDock(tab: 'Problems' | 'JSON' | 'Triggers'): Promise<void> {
    await this.dock.getByRole('tab', { name: beginningWith(tab) }).click();
  }

  /** Replaces the text of the JSON panel by a document. */
  async writeJson(document: object): Promise<void> {
    await this.writeJsonText(JSON.stringify(document, null, 2));
  }

  /** Replaces the text of the JSON panel, and leaves it. */
  async writeJsonText(text: string): Promise<void> {
    await this.json.click();
    await this.json.fill(text);
    await this.dock.getByRole('tab', { name: 'JSON' }).focus();
  }

  /** Presses a key, such as a command's on the selected card. */
  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
  }

  /** Changes the id of the selected step in the inspector. */
  async changeId(next: string): Promise<void> {
    await this.inspector.getByRole('button', { name: /^ID / }).click();
    const field = this.inspector.getByRole('textbox', { name: 'Step ID' });
    await field.fill(next);
    await field.press('Enter');
  }

  async openLeft(tab: 'Palette' | 'Outline' | 'Runs' | 'History'): Promise<void> {
    await this.page
      .getByRole('tablist', { name: 'Left panel' })
      .getByRole('tab', { name: tab, exact: true })
      .click();
  }

  /** Replaces the pipeline by a file, through the menu. */
  async importFile(name: string, text: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Pipeline menu' }).click();
    const [chooser] = await Promise.all([
      this.page.waitForEvent('filechooser'),
      this.page.getByRole('menuitem', { name: /^Import JSON/ }).click(),
    ]);
    await chooser.setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
  }

  /** The text of the file that the editor exports. */
  async export(): Promise<string> {
    await this.page.getByRole('button', { name: 'Pipeline menu' }).click();
    const [file] = await Promise.all([
      this.page.waitForEvent('download'),
      this.page.getByRole('menuitem', { name: /^Export/ }).click(),
    ]);
    return readFile(await file.path(), 'utf8');
  }
}
