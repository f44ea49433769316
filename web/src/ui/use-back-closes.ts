import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

/** What lies over the page, the topmost last. */
const over: symbol[] = [];

/** Whether going back closes something that lies over the page. */
export const isCovered = (): boolean => over.length > 0;

/**
 * While something lies over the page, going back closes that (of several the topmost) instead of leaving the page. Not
 * for what is open because the address says so: that has a place of its own to go back from. What the tab showed before
 * the site is no page of it, and going back there cannot be held up.
 */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const { history } = useRouter();
  const onBack = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return;
    const self = Symbol();
    over.push(self);
    const release = history.block({
      enableBeforeUnload: false,
      blockerFn: ({ action }) => {
        const isOurs = action === 'BACK' && over.at(-1) === self;
        if (isOurs) onBack();
        return isOurs;
      },
    });
    return () => {
      release();
      over.splice(over.indexOf(self), 1);
    };
  }, [isOpen, history]);
}
