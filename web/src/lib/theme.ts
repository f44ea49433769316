import { useSyncExternalStore } from 'react';
import { createListeners } from './listeners.ts';
import { browserStorage } from './storage.ts';

export type Theme = 'system' | 'light' | 'dark';
const { subscribe, notify } = createListeners();

/** The theme this browser has chosen; 'system' follows the device. */
function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

/** Puts a theme on at once and keeps it for the next visit (see first-paint.js), where that can be. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  browserStorage.write('theme', theme === 'system' ? null : theme);
  notify();
}

/** The chosen theme, renewed when it changes. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, currentTheme);
