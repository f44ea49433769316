import { type RefObject, useEffect, useRef } from 'react';

/** Without what only repeats a name for the eye, such as a picture's link. */
const targetsIn = (place: Element, kind: 'button' | 'a'): HTMLElement[] =>
  [...place.querySelectorAll<HTMLElement>(`${kind}:not(:disabled, [tabindex="-1"])`)].filter(
    (target) => !target.closest('[aria-hidden="true"]'),
  );
const headingIn = (place: Element | null | undefined): HTMLElement | null => {
  const heading = place?.querySelector<HTMLElement>('h1, h2, h3') ?? null;
  if (heading) heading.tabIndex = -1;
  return heading;
};

/** What a row is about: itself, where it takes the focus, its heading, or the link by its name. */
const nameIn = (row: Element): HTMLElement | null =>
  row.querySelector<HTMLElement>('article[tabindex]') ?? headingIn(row) ?? targetsIn(row, 'a')[0] ?? null;

/** The focus to a row that has just come: to what names it, else to itself. */
export function focusRow(row: Element): void {
  const name = nameIn(row);
  if (!name && row instanceof HTMLElement) row.tabIndex = -1;
  (name ?? (row as HTMLElement)).focus();
}

/** What takes the focus in a place of which something is gone: its first button, else its first link, else its heading. */
export const targetIn = (place: Element): HTMLElement | null =>
  targetsIn(place, 'button')[0] ?? targetsIn(place, 'a')[0] ?? headingIn(place);

/** Hands the focus on from a button whose row is about to go: to the last button of the next row or the one before, else to the heading of all. */
export function passFocus(from: Element): void {
  const row = from.closest('li');
  const next = [row?.nextElementSibling, row?.previousElementSibling]
    .map((other) => other && (targetsIn(other, 'button').at(-1) ?? targetsIn(other, 'a').at(-1)))
    .find(Boolean);
  (next ?? headingIn(from.closest('section, [role="dialog"]')))?.focus();
}

/**
 * What takes the focus from a window that goes, null for what had it before; false where it has gone elsewhere meanwhile,
 * as to the page that a link in the window led to, in which somebody may be writing already.
 */
export const unlessElsewhere =
  (popup: RefObject<HTMLElement | null>, to: () => HTMLElement | true | null) =>
  (): HTMLElement | boolean => {
    const focused = document.activeElement;
    if (focused !== document.body && !popup.current?.contains(focused)) return false;
    const target = to() ?? true;
    if (target === true) return true;
    // By us: the library would pass by what Tab does not reach, as a row, to the first link in it.
    queueMicrotask(() => target.focus({ preventScroll: true }));
    return false;
  };

/**
 * For a question about something in a list: what takes the focus once it is answered, by when the row may be gone
 * already. True where what had it still stands.
 */
export function heirOf(from: Element | null): () => HTMLElement | true {
  const row = from?.closest('li');
  const list = row?.parentElement;
  const index = row && list ? [...list.children].indexOf(row) : 0;
  const all = from?.closest('section');
  return () => {
    if (!from || from.isConnected) return true;
    const next = list?.isConnected ? (list.children[index] ?? list.lastElementChild) : null;
    return (next && nameIn(next)) ?? headingIn(all) ?? true;
  };
}

/**
 * For the place of something that is gone or another once `state` has changed: where it had the focus, that goes to the
 * row that took the place of its row, to the first button or link there is then, or to the heading (`to` it alone, e.g.
 * of a page), or to the place itself. `to` 'row' takes what names the row, where its first button could do harm.
 */
export function useKeptFocus<T extends HTMLElement>(
  state: unknown,
  to: 'control' | 'heading' | 'row' = 'control',
) {
  const place = useRef<T>(null);
  const before = useRef(state);
  const focused = document.activeElement;
  // Asked while the old button still stands; what changes elsewhere must not draw the focus here.
  const held = before.current !== state && place.current?.contains(focused) === true;
  const row = held
    ? [...(place.current?.querySelectorAll('li') ?? [])].findIndex((li) => li.contains(focused))
    : -1;
  useEffect(() => {
    before.current = state;
    const now = place.current;
    if (!held || !now || document.activeElement !== document.body) return;
    const rows = now.querySelectorAll('li');
    const next = row < 0 ? undefined : rows[Math.min(row, rows.length - 1)];
    const inRow = next && (to === 'row' ? nameIn(next) : targetIn(next));
    const target = to === 'heading' ? headingIn(now) : (inRow ?? targetIn(now));
    (target ?? now).focus();
  }, [state, held, row, to]);
  return place;
}
