import type { ServerToClient } from '@rivalhold/shared/contract/index.ts';
import { COIN_TEXTS } from '@rivalhold/shared/texts/coins.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { refreshAfterMovement, setBalance } from '../../entities/coins/api.ts';
import { useSocketEvent } from '../../lib/socket.ts';
import { announce } from '../../ui/live-region.tsx';

type CoinChange = Parameters<ServerToClient['coins:changed']>[0];
/** Time (ms) for which a change is shown beside the balance. */
const SHOWN_MS = 2_400;
/** Changes with these reasons are announced, because they do not result from an action on this page. */
const ANNOUNCED_REASONS: readonly CoinChange['reason'][] = ['card', 'refund', 'adjustment'];

/**
 * Keep the player's coins, and the queries that depend on them, up to date on every page. Return the latest
 * change while it is shown.
 */
export function useCoinEvents(meId: number): { amount: number; id: number } | null {
  const client = useQueryClient();
  const [shown, setShown] = useState<{ amount: number; id: number } | null>(null);
  useSocketEvent('coins:changed', ({ coins, amount, reason }) => {
    setBalance(client, meId, coins);
    refreshAfterMovement(client, meId, reason);
    setShown((last) => ({ amount, id: (last?.id ?? 0) + 1 }));
    if (ANNOUNCED_REASONS.includes(reason)) {
      announce(COIN_TEXTS[amount < 0 ? 'deducted' : 'added'](COIN_TEXTS.amount(Math.abs(amount))));
    }
  });
  useEffect(() => {
    if (!shown) return undefined;
    const timer = setTimeout(() => setShown((now) => (now === shown ? null : now)), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return shown;
}
