import { type RefObject, useEffect, useRef } from 'react';

/**
 * Return the focusable buttons or links of a container, except elements hidden from screen readers, such as the link of
 * an avatar beside the player's name.
 */
const focusableIn = (container: Element, kind: 'button' | 'a'): HTMLElement[] =>
  [...container.querySelectorAll<HTMLElement>(`${kind}:not(:disabled, [tabindex="-1"])`)].filter(
    (target) => !target.closest('[aria-hidden="true"]'),
  );
const headingIn = (container: Element | null | undefined): HTMLElement | null => {
  const heading = container?.querySelector<HTMLElement>('h1, h2, h3') ?? null;
  if (heading) heading.tabIndex = -1;
  return heading;
};

/** Return the element that names a row: its focusable article, its heading, or its first link. */
const rowFocusTarget = (row: Element): HTMLElement | null =>
  row.querySelector<HTMLElement>('article[tabindex]') ?? headingIn(row) ?? focusableIn(row, 'a')[0] ?? null;

/** Focus a new row: the element that names it, or the row itself. */
export function focusRow(row: Element): void {
  const name = rowFocusTarget(row);
  if (!name && row instanceof HTMLElement) row.tabIndex = -1;
  (name ?? (row as HTMLElement)).focus();
}

/** Return the element to focus after a removal: the first button, link or heading of the container. */
export const focusTargetIn = (container: Element): HTMLElement | null =>
  focusableIn(container, 'button')[0] ?? focusableIn(container, 'a')[0] ?? headingIn(container);

/**
 * Move the focus away from a button whose row is about to disappear: to the last button or link of the next or previous
 * row, or to the list's heading.
 */
export function moveFocusFromRow(from: Element): void {
  const row = from.closest('li');
  const next = [row?.nextElementSibling, row?.previousElementSibling]
    .map((other) => other && (focusableIn(other, 'button').at(-1) ?? focusableIn(other, 'a').at(-1)))
    .find(Boolean);
  (next ?? headingIn(from.closest('section, [role="dialog"]')))?.focus();
}

/**
 * Return a function that moves the focus when a dialog or popover closes: to the element that `to` returns or, if `to`
 * returns true or null, to the previously focused element. The function does nothing if the focus has already moved,
 * for example because a link in the dialog opened another page, which focused one of its fields.
 */
export const returnFocusUnlessMoved =
  (popup: RefObject<HTMLElement | null>, to: () => HTMLElement | true | null) =>
  (): HTMLElement | boolean => {
    const focused = document.activeElement;
    if (focused !== document.body && !popup.current?.contains(focused)) return false;
    const target = to() ?? true;
    if (target === true) return true;
    // Focus the element manually, because the library would skip a row, which is not in the tab order, and focus its
    // first link.
    queueMicrotask(() => target.focus({ preventScroll: true }));
    return false;
  };

/**
 * Return a function that chooses the element to focus after a confirmation about a list item. `from` is the element
 * that had the focus before. If it still exists, the function returns true, which restores its focus. Otherwise, the
 * function returns an element of the next row, or the heading of the section.
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
 * Restore the focus after a change of `state` has removed or replaced the focused element of a container. The focus
 * moves to the first button, link or heading in the row at the same position, or else in the container, or else to the
 * container itself. With `to` 'row', it moves to the element that names the row, because an accidental press of the
 * first button of some rows would do harm. With `to` 'heading', it moves to the heading of the container.
 */
export function useRestoreFocus<T extends HTMLElement>(
  state: unknown,
  to: 'control' | 'heading' | 'row' = 'control',
) {
  const container = useRef<T>(null);
  const previousState = useRef(state);
  // If the state has changed, read the focus while the old element still exists. The server has no `document`, but the
  // state never changes there.
  const focused = previousState.current === state ? null : document.activeElement;
  // Changes outside the container must not move the focus into it.
  const hadFocus = focused !== null && container.current?.contains(focused) === true;
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
