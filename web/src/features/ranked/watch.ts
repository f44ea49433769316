import { RANKED_TEXTS as TEXTS } from '@rivalhold/shared/texts/ranked.ts';
import type { AnyRouter } from '@tanstack/react-router';
import { onSocketEvent } from '../../lib/socket.ts';
import { announce } from '../../ui/live-region.tsx';
import { toast } from '../../ui/toast.ts';
import { setPool } from './api.ts';

const PAGE = '/ranked';
const TOAST_ID = 'ranked';
let isWatching = false;

/**
 * Keep the place in the pool live from now on. On other pages, a toast says that an opponent is found, and leads back.
 * Pages that offer ranked fights call this, so other pages do not load it.
 */
export function watchPool(router: Pick<AnyRouter, 'state' | 'navigate'>): void {
  if (isWatching) return;
  isWatching = true;
  onSocketEvent('ranked:changed', (state) => {
    setPool(state);
    if (router.state.location.pathname === PAGE) return;
    const isFound = state.status === 'found' && !state.accepted;
    if (!isFound && state.status !== 'fighting') return;
    const text = isFound ? TEXTS.found : TEXTS.starting;
    announce(text);
    toast.info(text, {
      id: TOAST_ID,
      action: {
        label: isFound ? TEXTS.answer : TEXTS.toFight,
        onClick: () => void router.navigate({ to: PAGE }),
      },
    });
  });
}
