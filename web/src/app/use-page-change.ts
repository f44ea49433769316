import type { AnyRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { setTitle } from '../lib/title.ts';
import { announce } from '../ui/live-region.tsx';

export const MAIN_ID = 'main';

const linksIn = (main: HTMLElement, href: string | null) =>
  [...main.querySelectorAll('a')].filter((link) => link.getAttribute('href') === href);

/** By places in the history: which link of the page (of those with its address the how manyth) had the focus there. */
const links = new Map<string | undefined, { href: string | null; at: number }>();

/**
 * With each new page: its title in the tab and spoken, and the focus at its beginning; whoever comes back to a page has
 * it where they left, at the link they followed.
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
    const stopLeaving = router.subscribe('onBeforeLoad', ({ pathChanged, fromLocation }) => {
      const main = document.getElementById(MAIN_ID);
      const link = document.activeElement;
      if (!pathChanged || !main?.contains(link) || !(link instanceof HTMLAnchorElement)) return;
      const href = link.getAttribute('href');
      links.set(fromLocation?.state.__TSR_key, { href, at: linksIn(main, href).indexOf(link) });
    });
    const stopFocus = router.subscribe('onRendered', ({ pathChanged, fromLocation, toLocation }) => {
      const main = document.getElementById(MAIN_ID);
      if (!pathChanged || !fromLocation || !main) return;
      const left = links.get(toLocation.state.__TSR_key);
      const link = left && linksIn(main, left.href)[left.at];
      const isThere = main.contains(document.activeElement);
      if (link || !isThere) (link ?? main).focus({ preventScroll: true });
      announce(document.title);
    });
    return () => {
      stopTitle();
      stopLeaving();
      stopFocus();
    };
  }, [router]);
}
