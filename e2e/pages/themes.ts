import type { Page } from '@playwright/test';

const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Looks at a page as it is shown now in both themes, the present one first. The page then has that again. */
export async function inEachTheme<T>(page: Page, look: (theme: Theme) => Promise<T>): Promise<T[]> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const present: Theme = isDark ? 'dark' : 'light';
  const results: T[] = [];
  for (const colorScheme of [present, ...THEMES.filter((theme) => theme !== present)]) {
    await page.emulateMedia({ colorScheme });
    results.push(await look(colorScheme));
  }
  await page.emulateMedia({ colorScheme: present });
  return results;
}

/** As `inEachTheme`, for a look that returns problems: all of them, each with its theme. @param look is told whether it is the first theme */
export async function problemsInEachTheme(
  page: Page,
  look: (isFirst: boolean) => Promise<readonly string[]>,
): Promise<string[]> {
  let isFirst = true;
  const found = await inEachTheme(page, async (theme) => {
    const problems = await look(isFirst);
    isFirst = false;
    return problems.map((problem) => `${theme}: ${problem}`);
  });
  return found.flat();
}
