import { useMutation, useQueryClient } from '@tanstack/react-query';
import { gameQuery } from '../../entities/game/api.ts';
import { profileQuery } from '../../entities/players/api.ts';
import { api } from '../../lib/api.ts';
import { withIdempotencyKey } from '../../lib/with-idempotency-key.ts';
import { announce } from '../../ui/live-region.tsx';

/**
 * Return an action that spends energy to heal the player between fights. `energy` is the energy before the heal. This
 * value is part of the idempotency key, so that the next heal gets another key.
 */
export function useHeal(userId: number, energy: number, onSettled?: () => Promise<void>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      withIdempotencyKey(['heal', energy], (idempotencyKey) =>
        api('POST /api/combat/manual-heal', { idempotencyKey }),
      ),
    onSuccess: (result) => announce(result.message),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: gameQuery(userId).queryKey }),
        client.invalidateQueries({ queryKey: profileQuery(userId).queryKey }),
        onSettled?.(),
      ]),
  });
}
