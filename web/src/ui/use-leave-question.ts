import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { confirm } from './confirm.tsx';
import type { Question } from './confirm-dialog.tsx';
import { isCovered } from './use-back-closes.ts';

/** While `isNeeded`, whoever leaves for another page is asked first; of the browser's own question the words are its own. */
export function useLeaveQuestion(isNeeded: boolean, question: Question): void {
  const { history } = useRouter();
  const ask = useEffectEvent(() => confirm(question));
  useEffect(() => {
    if (!isNeeded) return;
    return history.block({
      enableBeforeUnload: true,
      blockerFn: ({ action, currentLocation: here, nextLocation: next }) => {
        if (here.pathname === next.pathname) return false;
        // That closes what lies over the page.
        if (action === 'BACK' && isCovered()) return false;
        // Refused at once and done after a yes: going back while the question waits would otherwise count from elsewhere.
        void ask().then((leaves) => {
          if (!leaves) return;
          const anyway = { ignoreBlocker: true };
          if (action === 'PUSH') history.push(next.href, next.state, anyway);
          else if (action === 'REPLACE') history.replace(next.href, next.state, anyway);
          else history.go(next.state.__TSR_index - here.state.__TSR_index, anyway);
        });
        return true;
      },
    });
  }, [isNeeded, history]);
}
