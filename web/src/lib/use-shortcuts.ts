import { useEffect, useEffectEvent } from 'react';
import { isComposing } from './composition.ts';
import { usePreference } from './use-preference.ts';

/** What takes letters itself; a radio or a box to tick takes none. */
const TEXT_INPUTS =
  'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable="true"]';
/** One that fades away is closed. */
const OPEN_DIALOG = '[role="dialog"]:not([data-closed]), dialog[open]';

type Shortcuts = Readonly<Record<string, (() => void) | undefined>>;

/**
 * Single keys (in lower case) that do something on this page, while nobody writes in a field and no window is open; by a
 * wish of that name they can be switched off, because some people speak or brush against them (WCAG 2.1.4).
 */
export function useShortcuts(preference: string, shortcuts: Shortcuts): { on: boolean; toggle: () => void } {
  const [on, set] = usePreference(preference, true);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { altKey, ctrlKey, metaKey, repeat, defaultPrevented, target } = event;
    if (altKey || ctrlKey || metaKey || isComposing(event) || repeat || defaultPrevented) return;
    if (target instanceof Element && target.closest(TEXT_INPUTS)) return;
    if (document.querySelector(OPEN_DIALOG)) return;
    const shortcut = shortcuts[event.key.toLowerCase()];
    if (!shortcut) return;
    // The key that leads into a field is not written there.
    event.preventDefault();
    shortcut();
  });
  useEffect(() => {
    if (!on) return undefined;
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [on]);
  return { on, toggle: () => set(!on) };
}
