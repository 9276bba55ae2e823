import { type Browser, chromium, type Page } from 'playwright';
import { findChromium } from '../scripts/chromium';

/** A browser without a window that draws by software. */
export async function startBrowser(): Promise<Browser> {
  const executablePath = await findChromium();
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-quic'],
  });
}

/** As text: a function would contain compiler helpers that the page lacks. */
const COUNT_FRAMES = `globalThis.frameCounter = { frames: 0, start: performance.now() };
  requestAnimationFrame(function tick() { frameCounter.frames += 1; requestAnimationFrame(tick); })`;
const FRAME_RATE = '(frameCounter.frames / (performance.now() - frameCounter.start)) * 1000';

/** Frames per second that a page draws meanwhile. */
export async function framesWhile(page: Page, move: () => Promise<void>): Promise<number> {
  await page.evaluate(COUNT_FRAMES);
  await move();
  return page.evaluate<number>(FRAME_RATE);
}
