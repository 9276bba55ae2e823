import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { problemsInEachTheme } from './themes';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules with a result that depends on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * What axe finds on a page as it is shown now, in both themes: rule, impact and the elements, one line for each rule. In
 * the second theme only the rules about colours can have another result.
 */
export function axeViolations(page: Page): Promise<string[]> {
  return problemsInEachTheme(page, (isFirst) => violationsNow(page, isFirst ? undefined : COLOUR_RULES));
}

async function violationsNow(page: Page, rules: readonly string[] | undefined): Promise<string[]> {
  // Transitions of colours would be measured halfway.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))),
  );
  // Evaluated by the debugger, so the policy of the page for scripts stays as it is.
  await page.evaluate(`${source}; 0`);
  const { violations } = await page.evaluate(
    (only): Promise<AxeResults> =>
      (globalThis as unknown as { axe: typeof import('axe-core') }).axe.run(document, {
        resultTypes: ['violations'],
        ...(only && { runOnly: { type: 'rule', values: [...only] } }),
      }),
    rules,
  );
  return violations.map(({ id, impact, nodes }) => {
    const places = nodes.map(({ target, any }) => `${target.join(' ')} (${any[0]?.message ?? ''})`);
    return `${id} (${impact}): ${places.join('; ')}`;
  });
}
