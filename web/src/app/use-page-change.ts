import type { AnyRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { setTitle } from '../lib/title.ts';
import { announce } from '../ui/live-region.tsx';

export const MAIN_ID = 'main';

/** With each new page: its title in the tab and spoken, and the focus at its beginning. */
export function usePageChange(router: AnyRouter): void {
  useEffect(() => {
    const title = () =>
      router.state.matches.findLast((match) => match.staticData.title !== undefined)?.staticData.title;
    setTitle(title());
    const stopTitle = router.subscribe(
      'onBeforeRouteMount',
      (event) => event.pathChanged && setTitle(title()),
    );
    const stopFocus = router.subscribe('onRendered', (event) => {
      if (!event.pathChanged || !event.fromLocation) return;
      const main = document.getElementById(MAIN_ID);
      if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
      announce(document.title);
    });
    return () => {
      stopTitle();
      stopFocus();
    };
  }, [router]);
}
