import { useEffect, useEffectEvent } from 'react';
import { useWish } from '../../lib/wish.ts';

const TYPING = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]';

type Shortcuts = { attack: () => void; heal: () => void; item: (index: number) => void };

/**
 * A attacks, H heals, 1–9 use items (`index` from 0), except while one types or a window is open. Single keys can be
 * switched off, because some people speak or brush against them (WCAG 2.1.4).
 */
export function useShortcuts(shortcuts: Shortcuts) {
  const [on, set] = useWish('rivalhold:fight-keys', true);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest(TYPING)) return;
    const key = event.key.toLowerCase();
    if (key === 'a') shortcuts.attack();
    else if (key === 'h') shortcuts.heal();
    else if (/^[1-9]$/.test(key)) shortcuts.item(Number(key) - 1);
  });
  useEffect(() => {
    if (!on) return undefined;
    const listener = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, [on]);
  return { on, toggle: () => set(!on) };
}
