import type { PoolState } from '@rivalhold/shared/contract/ranked.ts';
import { RANKED_TEXTS as TEXTS } from '@rivalhold/shared/texts/ranked.ts';
import { expect, it, vi } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { ME } from '../../testing/fixtures.ts';
import { connect, receive } from '../../testing/socket.ts';
import { toast } from '../../ui/toast.ts';
import { poolQuery } from './api.ts';
import { watchPool } from './watch.ts';

it('keeps the place live, and leads back to the page from other pages', async () => {
  const location = { pathname: '/ranked' };
  const navigate = vi.fn();
  const shown = vi.spyOn(toast, 'info').mockImplementation(() => undefined);
  const router = { state: { location }, navigate } as unknown as Parameters<typeof watchPool>[0];
  watchPool(router);
  // A second call, by another page, does not show everything twice.
  watchPool(router);
  await connect(ME.id);
  const found: PoolState = {
    ...{ status: 'found', since: null, answerUntil: null, accepted: false },
    ...{ pausedUntil: null, opponentId: null, rating: 1500, provisional: true },
  };
  await receive('ranked:changed', found);
  expect(queryClient.getQueryData(poolQuery.queryKey)).toEqual(found);
  expect(shown).not.toHaveBeenCalled();
  location.pathname = '/practice';
  await receive('ranked:changed', { ...found, accepted: true });
  await receive('ranked:changed', { ...found, status: 'waiting' });
  expect(shown).not.toHaveBeenCalled();
  await receive('ranked:changed', found);
  expect(shown).toHaveBeenCalledExactlyOnceWith(TEXTS.found, expect.objectContaining({ id: 'ranked' }));
  shown.mock.calls[0]![1]!.action!.onClick();
  expect(navigate).toHaveBeenCalledWith({ to: '/ranked' });
  await receive('ranked:changed', { ...found, status: 'fighting', opponentId: 2 });
  expect(shown).toHaveBeenLastCalledWith(TEXTS.starting, expect.anything());
});
