import { expect, type Locator, type Page } from '@playwright/test';

/** The history of a pipeline: its runs by steps, with figures. */
export class HistoryPage {
  readonly grid: Locator;
  /** One for each visible run, newest first. */
  readonly lines: Locator;
  /** Heads of the columns of steps. */
  readonly steps: Locator;

  constructor(readonly page: Page) {
    this.grid = page.getByRole('grid', { name: 'Runs by steps' });
    this.lines = this.grid.getByRole('row').filter({ has: page.getByRole('gridcell') });
    this.steps = this.grid.getByRole('columnheader').filter({ hasNotText: 'Version' });
  }

  /** @param pipeline the address of the pipeline */
  async open(pipeline: string): Promise<void> {
    await this.page.goto(`${pipeline}/history`);
    await expect(this.grid).toBeVisible();
  }

  line(run: number): Locator {
    return this.lines.filter({ hasText: `#${run}` });
  }

  /** The mark of a step in a run. */
  mark(run: number, step: string): Locator {
    return this.line(run).getByRole('link', { name: new RegExp(`^${step}: `) });
  }
}
