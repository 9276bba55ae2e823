import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { parseTheme, THEME_KEY, THEME_SCRIPT } from './theme';

/** Runs the script as the browser does and returns the attribute that it set. */
function themeAfterBoot(stored: Record<string, string> | undefined): string | undefined {
  const dataset: { theme?: string } = {};
  const localStorage = {
    getItem(key: string) {
      if (!stored) throw new Error('Storage is closed.');
      return stored[key] ?? null;
    },
  };
  runInNewContext(THEME_SCRIPT, { localStorage, document: { documentElement: { dataset } } });
  return dataset.theme;
}

describe('the theme script', () => {
  it('applies a stored theme before the page is painted', () => {
    expect(themeAfterBoot({ [THEME_KEY]: 'dark' })).toBe('dark');
    expect(themeAfterBoot({ [THEME_KEY]: 'light' })).toBe('light');
  });
  it('uses the system’s theme when none or an unknown one is stored', () => {
    expect(themeAfterBoot({})).toBeUndefined();
    expect(themeAfterBoot({ [THEME_KEY]: '"><script>' })).toBeUndefined();
  });
  it('works in a browser without storage', () => {
    expect(themeAfterBoot(undefined)).toBeUndefined();
  });
});

describe('parseTheme', () => {
  it('reads known themes and treats other values as the system’s', () => {
    expect(parseTheme('dark')).toBe('dark');
    expect(parseTheme('sepia')).toBe('system');
    expect(parseTheme(null)).toBe('system');
  });
});
