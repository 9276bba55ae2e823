import type { Locator, Page } from '@playwright/test';
import { untilAtRest } from './cards';

/** The desk of editor and run pages: the panels around the canvas, and the viewport. */
export class DeskPage {
  /** The line above the dock. */
  readonly dockLine: Locator;
  readonly outline: Locator;
  /** The search of the log in the dock; a shown step has one of its own. */
  readonly logSearch: Locator;
  private readonly dock: Locator;

  constructor(readonly page: Page) {
    this.dockLine = page.getByRole('separator', { name: 'Dock height' });
    this.outline = page.getByRole('tree', { name: 'Steps in execution order' });
    this.dock = page.getByRole('region', { name: 'Dock' });
    this.logSearch = this.dock.getByRole('textbox', { name: 'Search the log', exact: true });
  }

  /** Controls of the bar that leave the screen or cover each other, by name. */
  barFaults(): Promise<string[]> {
    return this.page.getByRole('banner').evaluate((bar) => {
      const shown = [...bar.querySelectorAll('a, button, input, [role="status"]')]
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 1 && box.height > 1);
      const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent ?? '';
      const outside = shown.filter(({ box }) => box.left < 0 || box.right > window.innerWidth);
      const covered = shown.filter(({ element, box }, index) =>
        shown
          .slice(index + 1)
          .some(
            (other) =>
              !element.contains(other.element) &&
              other.box.left < box.right - 2 &&
              box.left < other.box.right - 2,
          ),
      );
      return [...outside, ...covered].map(({ element }) => nameOf(element));
    });
  }

  field(label: string): Locator {
    return this.page.getByRole('textbox', { name: label, exact: true });
  }

  async search(label: string, text: string): Promise<void> {
    await this.field(label).fill(text);
  }

  tabs(list: 'Left panel' | 'Dock'): Locator {
    return this.page.getByRole('tablist', { name: list }).getByRole('tab');
  }

  tab(name: string): Locator {
    return this.page.getByRole('tab', { name, exact: true });
  }

  async open(tab: 'Timeline' | 'Logs'): Promise<void> {
    await this.dock.getByRole('tab', { name: tab, exact: true }).click();
  }

  async openLeft(tab: 'Outline' | 'Runs'): Promise<void> {
    await this.page
      .getByRole('tablist', { name: 'Left panel' })
      .getByRole('tab', { name: tab, exact: true })
      .click();
  }

  outlineRow(title: string): Locator {
    return this.outline.getByRole('treeitem').filter({ hasText: title });
  }

  /** The name of the newest run in the list. */
  async newestRun(): Promise<string> {
    return (await this.runs.first().locator('b').textContent()) ?? '';
  }

  async openRun(number: string): Promise<void> {
    await this.runs.filter({ hasText: number }).first().click();
  }

  private get runs(): Locator {
    return this.page
      .getByRole('region', { name: 'Runs of this pipeline' })
      .getByRole('listitem')
      .getByRole('button');
  }

  /** Makes the dock higher with the keyboard. */
  async raiseDock(times: number): Promise<void> {
    for (let press = 0; press < times; press += 1) await this.dockLine.press('ArrowUp');
  }

  /** Pixels. */
  async dockHeight(): Promise<number> {
    const box = await this.dock.boundingBox();
    return Math.round(box?.height ?? 0);
  }

  /** The parts of the page from top to bottom. */
  async order(): Promise<string[]> {
    const parts = {
      Run: this.page.getByRole('region', { name: 'Run', exact: true }),
      Dock: this.dock,
      'Run summary': this.page.getByRole('region', { name: 'Run summary' }),
      Canvas: this.page.getByRole('region', { name: /^Canvas of/ }),
      'Left panel': this.page.getByRole('tablist', { name: 'Left panel' }),
    };
    const tops = await Promise.all(
      Object.entries(parts).map(async ([name, part]) => ({ name, top: (await part.boundingBox())?.y ?? 0 })),
    );
    return tops.sort((a, b) => a.top - b.top).map(({ name }) => name);
  }

  /** Position and zoom of the viewport. */
  async view(): Promise<string> {
    return this.page
      .locator('.react-flow__viewport')
      .evaluate((element) => getComputedStyle(element).transform);
  }

  /** Waits until the canvas neither moves nor changes its size. */
  async isAtRest(): Promise<void> {
    await untilAtRest(this.page);
  }

  /** Names of visible cards that a bar or the minimap covers. */
  async coveredCards(): Promise<string[]> {
    return this.page.evaluate(() => {
      const canvas = document.querySelector('[data-canvas]');
      const area = document.querySelector('.react-flow')?.getBoundingClientRect();
      if (canvas === null || area === undefined) throw new Error('There is no canvas on this page.');
      const over = [...canvas.querySelectorAll('[role="toolbar"], [data-minimap]')].map((bar) =>
        bar.getBoundingClientRect(),
      );
      if (over.length < 2) throw new Error('The bar or the map is missing.');
      const cards = [...canvas.querySelectorAll('[data-step]')];
      if (cards.length === 0) throw new Error('No card is on the canvas.');
      return cards.flatMap((card) => {
        const box = card.getBoundingClientRect();
        // Cards outside the canvas are not visible.
        const left = Math.max(box.left, area.left);
        const right = Math.min(box.right, area.right);
        const top = Math.max(box.top, area.top);
        const bottom = Math.min(box.bottom, area.bottom);
        if (left >= right || top >= bottom) return [];
        const isCovered = over.some(
          (bar) => left < bar.right && bar.left < right && top < bar.bottom && bar.top < bottom,
        );
        return isCovered ? [card.getAttribute('data-step') ?? ''] : [];
      });
    });
  }
}
