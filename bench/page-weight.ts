import type { Browser, Page, Request } from 'playwright';

/** What a browser with an empty cache transfers for a page, in bytes with headers. */
export interface PageWeight {
  readonly total: number;
  readonly scripts: number;
}

const QUIET_MS = 1500;

/** Opens a page in a new browser context, and adds up the responses until no request has been made for a while. */
export async function weighCold(browser: Browser, url: string): Promise<PageWeight> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const finished: Promise<PageWeight>[] = [];
  page.on('requestfinished', (request) => finished.push(weightOf(request)));
  await page.goto(url, { waitUntil: 'load' });
  await page.locator('.react-flow__node').first().waitFor();
  await untilQuiet(page);
  const weights = await Promise.all(finished);
  await context.close();
  return weights.reduce(
    (sum, { total, scripts }) => ({ total: sum.total + total, scripts: sum.scripts + scripts }),
    { total: 0, scripts: 0 },
  );
}

async function weightOf(request: Request): Promise<PageWeight> {
  const { responseBodySize, responseHeadersSize } = await request.sizes();
  const total = responseBodySize + responseHeadersSize;
  return { total, scripts: request.resourceType() === 'script' ? total : 0 };
}

/** The page never stops using the network: it follows live events, whose requests do not finish. */
async function untilQuiet(page: Page): Promise<void> {
  for (;;) {
    const more = await page.waitForEvent('request', { timeout: QUIET_MS }).catch(() => undefined);
    if (more === undefined) return;
  }
}
