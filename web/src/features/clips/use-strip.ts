import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';

/** An arrow scrolls the row by this share of its visible width, so that some tiles stay visible. */
const STEP = 0.8;

/**
 * Return the state of a horizontally scrolling row: the sides with further content, and actions for buttons and arrow
 * keys.
 */
export function useStrip(strip: RefObject<HTMLElement | null>, content: unknown) {
  const [more, setMore] = useState({ before: false, after: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: measures again when the content changes
  useEffect(() => {
    const row = strip.current;
    if (!row) return;
    const measure = () => {
      const before = row.scrollLeft > 1;
      const after = row.scrollLeft + row.clientWidth < row.scrollWidth - 1;
      setMore((last) => (last.before === before && last.after === after ? last : { before, after }));
    };
    // `observe()` also causes a call of `measure` after layout, so `measure` is not called here.
    const sizes = new ResizeObserver(measure);
    sizes.observe(row);
    row.addEventListener('scroll', measure, { passive: true });
    return () => {
      sizes.disconnect();
      row.removeEventListener('scroll', measure);
    };
  }, [strip, content]);

  const scroll = (direction: -1 | 1) => {
    const row = strip.current;
    row?.scrollBy({ left: direction * row.clientWidth * STEP, behavior: 'smooth' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(strip.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    buttons[to]?.focus();
  };
  return { more, scroll, onKeyDown };
}
