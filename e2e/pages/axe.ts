import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds on a page as it is shown now: rule, impact and the elements, one line for each rule. */
export async function axeViolations(page: Page): Promise<string[]> {
  // Transitions of colours would be measured halfway.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))),
  );
  // Evaluated by the debugger, so the policy of the page for scripts stays as it is.
  await page.evaluate(`${source}; 0`);
  const { violations } = await page.evaluate(
    (): Promise<AxeResults> =>
      (globalThis as unknown as { axe: typeof import('axe-core') }).axe.run(document, {
        resultTypes: ['violations'],
      }),
  );
  return violations.map(({ id, impact, nodes }) => {
    const places = nodes.map(({ target, any }) => `${target.join(' ')} (${any[0]?.message ?? ''})`);
    return `${id} (${impact}): ${places.join('; ')}`;
  });
}
