import { expect, type Locator, type Page } from '@playwright/test';

/** Breakpoints of a pipeline, and the pauses of a shown run. */
export class DebuggerPage {
  /** The list of breakpoints, below the runs. */
  readonly section: Locator;
  /** The bar of a paused run. */
  readonly bar: Locator;
  readonly form: Locator;
  /** The resolved inputs of the shown paused step. */
  readonly inputs: Locator;
  readonly outputForm: Locator;

  constructor(readonly page: Page) {
    this.section = page.getByRole('region', { name: 'Breakpoints' });
    this.bar = page.getByRole('region', { name: 'Paused at a breakpoint' });
    this.form = page.getByRole('dialog', { name: /^(Add|Edit) breakpoint$/ });
    this.inputs = page.getByRole('region', { name: 'Resolved inputs' });
    this.outputForm = page.getByRole('dialog', { name: /^Output of / });
  }

  /** Waits until the run is paused somewhere: `before Announce`. */
  async isPaused(where: string): Promise<void> {
    await expect(this.bar.getByText(`Paused ${where}`, { exact: true }).first()).toBeVisible();
  }

  async goesOn(): Promise<void> {
    await expect(this.bar).toBeHidden();
  }

  button(name: string | RegExp): Locator {
    return this.bar.getByRole('button', { name });
  }

  /** The mark of breakpoints on the canvas, by its name. */
  mark(name: string): Locator {
    return this.page.getByRole('region', { name: /^Canvas of/ }).getByRole('button', { name });
  }

  /** The mark on an edge below 30 % zoom, which cannot be clicked. */
  farMark(name: string): Locator {
    return this.page.getByRole('region', { name: /^Canvas of/ }).getByRole('img', { name });
  }

  /** Zooms out until single edges are no longer drawn. */
  async zoomOutOfEdges(): Promise<void> {
    const edges = this.page.locator('.react-flow__edge');
    await expect(async () => {
      await this.page.getByRole('button', { name: /^Zoom out/ }).click();
      await expect(edges).toHaveCount(0, { timeout: 500 });
    }).toPass();
  }

  /** The check box of a breakpoint in the list. */
  checkbox(name: string | RegExp): Locator {
    return this.section.getByRole('checkbox', { name });
  }

  /** The condition in the form of a breakpoint. */
  async condition(text: string): Promise<void> {
    const field = this.form.getByRole('textbox', { name: 'Condition' });
    await field.click();
    await field.fill(text);
  }
}
