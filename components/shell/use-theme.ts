'use client';

import { useSyncExternalStore } from 'react';
import { createListeners } from '../ui/observable';
import { parseTheme, THEME_KEY, type Theme } from './theme';

const listeners = createListeners();

/** For a browser that refuses storage: the choice then lasts as long as the page. */
let unstored: Theme | undefined;

function read(): Theme {
  if (unstored !== undefined) return unstored;
  try {
    return parseTheme(localStorage.getItem(THEME_KEY));
  } catch {
    return 'system';
  }
}

function apply(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== THEME_KEY && event.key !== null) return;
    apply(read());
    listener();
  };
  const remove = listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    remove();
    window.removeEventListener('storage', onStorage);
  };
}

function choose(theme: Theme): void {
  try {
    localStorage.setItem(THEME_KEY, theme);
    unstored = undefined;
  } catch {
    unstored = theme;
  }
  apply(theme);
  listeners.notify();
}

/** The chosen theme and how to choose another; other tabs follow. */
export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore<Theme>(subscribe, read, () => 'system');
  return [theme, choose];
}
