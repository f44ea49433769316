import { useEffect, useEffectEvent } from 'react';
import { useWish } from './wish.ts';

/** What takes letters itself; a radio or a box to tick takes none. */
const WRITES = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable="true"]';
/** One that fades away is closed. */
const WINDOW = '[role="dialog"]:not([data-closed]), dialog[open]';

type Deeds = Readonly<Record<string, (() => void) | undefined>>;

/**
 * Single keys (in lower case) that do something on this page, while nobody writes in a field and no window is open; by a
 * wish of that name they can be switched off, because some people speak or brush against them (WCAG 2.1.4).
 */
export function useKeys(wish: string, deeds: Deeds): { on: boolean; toggle: () => void } {
  const [on, set] = useWish(wish, true);
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { altKey, ctrlKey, metaKey, isComposing, repeat, defaultPrevented, target } = event;
    if (altKey || ctrlKey || metaKey || isComposing || repeat || defaultPrevented) return;
    if (target instanceof Element && target.closest(WRITES)) return;
    if (document.querySelector(WINDOW)) return;
    const deed = deeds[event.key.toLowerCase()];
    if (!deed) return;
    // The key that leads into a field is not written there.
    event.preventDefault();
    deed();
  });
  useEffect(() => {
    if (!on) return undefined;
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [on]);
  return { on, toggle: () => set(!on) };
}
