import { useSyncExternalStore } from 'react';
import { createListeners } from './listeners.ts';
import { browserStorage } from './storage.ts';

export type Theme = 'system' | 'light' | 'dark';
const { subscribe, notify } = createListeners();

/** Return the theme chosen in this browser; 'system' follows the device. */
function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

/** Apply a theme and store it for the next visit (see first-paint.js), if storage is available. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  browserStorage.write('theme', theme === 'system' ? null : theme);
  notify();
}

/** Return the chosen theme and rerender when it changes. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, currentTheme);
