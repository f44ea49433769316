import { useEffect, useEffectEvent } from 'react';
import { useWish } from '../../lib/wish.ts';

/** A radio or a box to tick takes no letters. */
const WRITES = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable="true"]';

/** Whether single keys do something: some people speak or brush against them (WCAG 2.1.4). */
export const useKeysOn = () => useWish('rivalhold:desk-keys', true);

/** Single keys that do something on this page, while nobody writes in a field and no window is open. */
export function useReportKeys(deeds: Readonly<Record<string, (() => void) | undefined>>): void {
  const [on] = useKeysOn();
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing || event.repeat) return;
    const { target } = event;
    if (!(target instanceof Element) || target.closest(`${WRITES}, [role="dialog"]`)) return;
    if (document.querySelector('[role="dialog"]')) return;
    const deed = deeds[event.key.toLowerCase()];
    if (!deed) return;
    // The key that leads into a field is not written there.
    event.preventDefault();
    deed();
  });
  useEffect(() => {
    if (!on) return undefined;
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [on]);
}
