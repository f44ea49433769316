import { KIT_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { useEffect, useState } from 'react';
import { VisuallyHidden } from './visually-hidden.tsx';

type Listener = (text: string) => void;
const listeners = new Set<Listener>();

/** Has a screen reader say `text` when it is next silent. */
export function announce(text: string): void {
  for (const listener of listeners) listener(text);
}

/** Where announcements are written; stands once in the page. Keeps the last lines, so that quick ones are all read. */
export function LiveRegion() {
  const [lines, setLines] = useState<{ id: number; text: string }[]>([]);
  useEffect(() => {
    let next = 0;
    const listener: Listener = (text) => setLines((last) => [...last.slice(-4), { id: next++, text }]);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  return (
    <VisuallyHidden>
      <span role="log" aria-live="polite" aria-label={KIT_TEXTS.announcements}>
        {lines.map((line) => (
          <span key={line.id}>{line.text} </span>
        ))}
      </span>
    </VisuallyHidden>
  );
}
