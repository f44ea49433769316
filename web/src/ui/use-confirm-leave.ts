import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { confirm } from './confirm.tsx';
import type { Question } from './confirm-dialog.tsx';
import { hasOpenOverlay } from './use-close-on-back.ts';

/** While `isNeeded`, whoever leaves for another page is asked first; of the browser's own question the words are its own. */
export function useConfirmLeave(isNeeded: boolean, question: Question): void {
  const { history } = useRouter();
  const ask = useEffectEvent(() => confirm(question));
  useEffect(() => {
    if (!isNeeded) return;
    return history.block({
      enableBeforeUnload: true,
      blockerFn: ({ action, currentLocation: here, nextLocation: next }) => {
        if (here.pathname === next.pathname) return false;
        // That closes what lies over the page.
        if (action === 'BACK' && hasOpenOverlay()) return false;
        // Refused at once and done after a yes: going back while the question waits would otherwise count from elsewhere.
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
