import { useEffect, useEffectEvent } from 'react';
import { isComposing } from './composition.ts';
import { isTextFieldOrSelect } from './text-field.ts';
import { usePreference } from './use-preference.ts';

/** A dialog that is fading out counts as closed. */
const OPEN_DIALOG = '[role="dialog"]:not([data-closed]), dialog[open]';

type Shortcuts = Readonly<Record<string, (() => void) | undefined>>;

/**
 * Add single-key shortcuts (lower case) to the page. They are inactive in text fields and selects, and while a dialog
 * is open. The stored `preference` can turn them off, because voice control and accidental key presses can trigger them
 * (WCAG 2.1.4).
 */
export function useShortcuts(preference: string, shortcuts: Shortcuts): { on: boolean; toggle: () => void } {
  const [on, set] = usePreference(preference, true);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { altKey, ctrlKey, metaKey, shiftKey, repeat, defaultPrevented, target } = event;
    // With Shift, ignore only letters, because some keyboards need Shift for punctuation marks.
    if (altKey || ctrlKey || metaKey || (shiftKey && /^[a-z]$/i.test(event.key))) return;
    if (isComposing(event) || repeat || defaultPrevented) return;
    if (isTextFieldOrSelect(target) || document.querySelector(OPEN_DIALOG)) return;
    const shortcut = shortcuts[event.key.toLowerCase()];
    if (!shortcut) return;
    // A key that moves the focus to a field must not be typed into this field.
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
