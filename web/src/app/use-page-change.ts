import type { AnyRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { setTitle } from '../lib/title.ts';
import { focusMain, MAIN_ID } from '../ui/focus-main.ts';
import { announce } from '../ui/live-region.tsx';

/**
 * For each history entry, the link that had the focus when the player left the page. `at` is the index of the link
 * among the links with the same address.
 */
const followedLinks = new Map<string | undefined, { href: string; at: number }>();
const linksTo = (href: string) => [
  ...document.querySelectorAll<HTMLElement>(`#${MAIN_ID} a[href="${CSS.escape(href)}"]`),
];

/**
 * On each new page, set and announce the title, and move the focus to the beginning of the page. When the player goes
 * back, restore the focus to the link that was followed.
 */
export function usePageChange(router: AnyRouter): void {
  useEffect(() => {
    const title = () =>
      router.state.matches.findLast((match) => match.staticData.title !== undefined)?.staticData.title;
    setTitle(title());
    const stopTitle = router.subscribe(
      'onBeforeRouteMount',
      (event) => event.pathChanged && setTitle(title()),
    );
    let tabbed = false;
    const listening = new AbortController();
    const onKeyDown = ({ key }: KeyboardEvent) => {
      tabbed ||= key === 'Tab';
    };
    document.addEventListener('keydown', onKeyDown, { capture: true, signal: listening.signal });
    const stopBeforeLoad = router.subscribe('onBeforeLoad', ({ pathChanged, fromLocation }) => {
      if (!pathChanged || !fromLocation) return;
      tabbed = false;
      const link = document.activeElement?.closest<HTMLElement>(`#${MAIN_ID} a[href]`);
      const href = link?.getAttribute('href');
      const historyKey = fromLocation.state.__TSR_key;
      if (link && href) followedLinks.set(historyKey, { href, at: linksTo(href).indexOf(link) });
      else followedLinks.delete(historyKey);
    });
    const stopFocus = router.subscribe('onRendered', ({ pathChanged, fromLocation, toLocation }) => {
      if (!pathChanged || !fromLocation) return;
      const followedLink = followedLinks.get(toLocation.state.__TSR_key);
      const link = followedLink && linksTo(followedLink.href)[followedLink.at];
      const { activeElement: at, body } = document;
      // Keep the focus if the player has meanwhile moved it with Tab, or if the focused element is in the page's
      // content or in an open window. Ignore a closing window, because the player opened this page from it.
      const isFocusElsewhere =
        (tabbed && at !== body) || at?.closest(`#${MAIN_ID}, [role="dialog"][data-open]`);
      if (link) link.focus({ preventScroll: true });
      else if (!isFocusElsewhere) focusMain();
      announce(document.title);
    });
    return () => {
      stopTitle();
      stopBeforeLoad();
      stopFocus();
      listening.abort();
    };
  }, [router]);
}
