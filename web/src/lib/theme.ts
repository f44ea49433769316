import { useSyncExternalStore } from 'react';
import { listeners } from './listeners.ts';

export type Theme = 'system' | 'light' | 'dark';
const KEY = 'theme';
const { subscribe, tell } = listeners();

/** The theme this browser has chosen; 'system' follows the device. */
function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

/** Puts a theme on at once and keeps it for the next visit (see first-paint.js). */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // It then holds for this page only.
  }
  tell();
}

/** The chosen theme, renewed when it changes. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, currentTheme);
