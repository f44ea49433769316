import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { confirm } from './confirm.tsx';
import type { Question } from './confirm-dialog.tsx';
import { hasOpenOverlay } from './use-close-on-back.ts';

/**
 * While `isNeeded` is true, ask for confirmation before leaving the page. When the user reloads the page or leaves the
 * site, the browser shows its own prompt instead of `question`.
 */
export function useConfirmLeave(isNeeded: boolean, question: Question): void {
  const { history } = useRouter();
  const ask = useEffectEvent(() => confirm(question));
  useEffect(() => {
    if (!isNeeded) return;
    return history.block({
      enableBeforeUnload: true,
      blockerFn: ({ action, currentLocation: here, nextLocation: next }) => {
        if (here.pathname === next.pathname) return false;
        // If an overlay is open, going back closes the overlay and does not leave the page.
        if (action === 'BACK' && hasOpenOverlay()) return false;
        // Block the navigation now, and navigate after the user confirms. If going back waited for the answer, the
        // browser would already be at the previous entry, and a second press of the back button would start there.
        void ask().then((isConfirmed) => {
          if (!isConfirmed) return;
          const options = { ignoreBlocker: true };
          if (action === 'PUSH') history.push(next.href, next.state, options);
          else if (action === 'REPLACE') history.replace(next.href, next.state, options);
          else history.go(next.state.__TSR_index - here.state.__TSR_index, options);
        });
        return true;
      },
    });
  }, [isNeeded, history]);
}
