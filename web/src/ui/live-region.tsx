import { UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { useEffect, useState } from 'react';
import { createListeners } from '../lib/listeners.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

const { subscribe, notify } = createListeners<[text: string]>();

/** Has a screen reader say `text` when it is next silent. */
export const announce: (text: string) => void = notify;

/** Where announcements are written; stands once in the page. Keeps the last lines, so that quick ones are all read. */
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
