import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Length (characters) and number of lines above which a text is folded. */
type FoldLimits = { length: number; lines: number };

/**
 * Fold a text that is above one of the limits. `foldedRef` belongs to the element that contains the text. Give this
 * element `tabIndex` -1 if the text is long, because `unfold` focuses it.
 */
export function useFold<Shown extends HTMLElement>(text: string, limits: FoldLimits) {
  const [open, setOpen] = useState(false);
  const foldedRef = useRef<Shown>(null);
  const isLong = text.length > limits.length || text.split('\n').length > limits.lines;
  const unfold = () => {
    // The button is removed, so move the focus from it to the text.
    flushSync(() => setOpen(true));
    foldedRef.current?.focus({ preventScroll: true });
  };
  return { isLong, isOpen: open, foldedRef, unfold };
}
