import { existsSync } from 'node:fs';
import { chromium } from 'playwright';
import { installPackage } from './debian';
import { runPackage } from './run';

const INSTALL_LIMIT_MS = 10 * 60_000;

/** Debian's Chromium without the windows of a browser, which cost a tenth to a fifth of the time of the browser tests. */
const HEADLESS_SHELL = 'chromium-headless-shell';
const HEADLESS_SHELL_PATH = `/usr/bin/${HEADLESS_SHELL}`;

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Finds a Chromium on this machine: PIPEWRIGHT_CHROMIUM, Debian's headless shell, Playwright's own, or the system's.
 * @throws Error when PIPEWRIGHT_CHROMIUM names a file that is not there
 */
export function findChromium(): string | undefined {
  const chosen = process.env.PIPEWRIGHT_CHROMIUM;
  if (chosen) {
    if (existsSync(chosen)) return chosen;
    throw new Error(`PIPEWRIGHT_CHROMIUM names ${chosen}, which does not exist.`);
  }
  return [HEADLESS_SHELL_PATH, chromium.executablePath(), ...PLACES].find((path) => existsSync(path));
}

/** Finds or installs Chromium. @throws Error with instructions when neither is possible */
export async function ensureChromium(): Promise<string> {
  if (!process.env.PIPEWRIGHT_CHROMIUM && !existsSync(HEADLESS_SHELL_PATH)) {
    await installPackage(HEADLESS_SHELL);
  }
  const found = findChromium();
  if (found) return found;
  console.log('Chromium was not found. Installing it.');
  await runPackage('playwright/cli.js', ['install', 'chromium'], { timeoutMs: INSTALL_LIMIT_MS });
  if (!findChromium()) await installPackage('chromium');
  const installed = findChromium();
  if (installed) return installed;
  throw new Error('The browser tests need Chromium: install it, or set PIPEWRIGHT_CHROMIUM to its program.');
}
