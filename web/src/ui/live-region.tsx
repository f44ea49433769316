import { UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { useEffect, useState } from 'react';
import { createListeners } from '../lib/listeners.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

const { subscribe, notify } = createListeners<[text: string]>();

/** Announce `text` politely to screen readers. */
export const announce: (text: string) => void = notify;

/**
 * Show the live region for announcements. Render it once per page. It keeps the latest announcements, so that screen
 * readers read each of them, even if several follow in quick succession.
 */
export function LiveRegion() {
  const [lines, setLines] = useState<{ id: number; text: string }[]>([]);
  useEffect(() => {
    let next = 0;
    return subscribe((text) => setLines((last) => [...last.slice(-4), { id: next++, text }]));
  }, []);
  return (
    <VisuallyHidden>
      <span role="log" aria-live="polite" aria-label={UI_TEXTS.announcements}>
        {lines.map((line) => (
          <span key={line.id}>{line.text} </span>
        ))}
      </span>
    </VisuallyHidden>
  );
}
