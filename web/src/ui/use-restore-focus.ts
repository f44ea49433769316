import { type RefObject, useEffect, useRef } from 'react';

/** Without what only repeats a name for the eye, such as a picture's link. */
const focusableIn = (container: Element, kind: 'button' | 'a'): HTMLElement[] =>
  [...container.querySelectorAll<HTMLElement>(`${kind}:not(:disabled, [tabindex="-1"])`)].filter(
    (target) => !target.closest('[aria-hidden="true"]'),
  );
const headingIn = (container: Element | null | undefined): HTMLElement | null => {
  const heading = container?.querySelector<HTMLElement>('h1, h2, h3') ?? null;
  if (heading) heading.tabIndex = -1;
  return heading;
};

/** What a row is about: itself, where it takes the focus, its heading, or the link by its name. */
const rowFocusTarget = (row: Element): HTMLElement | null =>
  row.querySelector<HTMLElement>('article[tabindex]') ?? headingIn(row) ?? focusableIn(row, 'a')[0] ?? null;

/** The focus to a row that has just come: to what names it, else to itself. */
export function focusRow(row: Element): void {
  const name = rowFocusTarget(row);
  if (!name && row instanceof HTMLElement) row.tabIndex = -1;
  (name ?? (row as HTMLElement)).focus();
}

/** What takes the focus in a place of which something is gone: its first button, else its first link, else its heading. */
export const focusTargetIn = (container: Element): HTMLElement | null =>
  focusableIn(container, 'button')[0] ?? focusableIn(container, 'a')[0] ?? headingIn(container);

/** Hands the focus on from a button whose row is about to go: to the last button of the next row or the one before, else to the heading of all. */
export function moveFocusFromRow(from: Element): void {
  const row = from.closest('li');
  const next = [row?.nextElementSibling, row?.previousElementSibling]
    .map((other) => other && (focusableIn(other, 'button').at(-1) ?? focusableIn(other, 'a').at(-1)))
    .find(Boolean);
  (next ?? headingIn(from.closest('section, [role="dialog"]')))?.focus();
}

/**
 * What takes the focus from a window that goes, null for what had it before; false where it has gone elsewhere meanwhile,
 * as to the page that a link in the window led to, in which somebody may be writing already.
 */
export const returnFocusUnlessMoved =
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
export function focusAfterRemoval(from: Element | null): () => HTMLElement | true {
  const row = from?.closest('li');
  const list = row?.parentElement;
  const index = row && list ? [...list.children].indexOf(row) : 0;
  const section = from?.closest('section');
  return () => {
    if (!from || from.isConnected) return true;
    const next = list?.isConnected ? (list.children[index] ?? list.lastElementChild) : null;
    return (next && rowFocusTarget(next)) ?? headingIn(section) ?? true;
  };
}

/**
 * For the place of something that is gone or another once `state` has changed: where it had the focus, that goes to the
 * row that took the place of its row, to the first button or link there is then, or to the heading (`to` it alone, e.g.
 * of a page), or to the place itself. `to` 'row' takes what names the row, where its first button could do harm.
 */
export function useRestoreFocus<T extends HTMLElement>(
  state: unknown,
  to: 'control' | 'heading' | 'row' = 'control',
) {
  const container = useRef<T>(null);
  const previousState = useRef(state);
  const focused = document.activeElement;
  // Asked while the old button still stands; what changes elsewhere must not draw the focus here.
  const hadFocus = previousState.current !== state && container.current?.contains(focused) === true;
  const row = hadFocus
    ? [...(container.current?.querySelectorAll('li') ?? [])].findIndex((li) => li.contains(focused))
    : -1;
  useEffect(() => {
    previousState.current = state;
    const element = container.current;
    if (!hadFocus || !element || document.activeElement !== document.body) return;
    const rows = element.querySelectorAll('li');
    const next = row < 0 ? undefined : rows[Math.min(row, rows.length - 1)];
    const inRow = next && (to === 'row' ? rowFocusTarget(next) : focusTargetIn(next));
    const target = to === 'heading' ? headingIn(element) : (inRow ?? focusTargetIn(element));
    (target ?? element).focus();
  }, [state, hadFocus, row, to]);
  return container;
}
