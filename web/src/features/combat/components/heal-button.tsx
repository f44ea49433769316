import { HEAL_ENERGY } from '@rivalhold/shared/levels/regeneration.ts';
import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { gameQuery } from '../../../entities/game/api.ts';
import { profileQuery } from '../../../entities/players/api.ts';
import { actOnce } from '../../../lib/act-once.ts';
import { api } from '../../../lib/api.ts';
import { useFault } from '../../../lib/use-fault.ts';
import { Button } from '../../../ui/button.tsx';
import { Fault } from '../../../ui/fault.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { announce } from '../../../ui/live-region.tsx';
import styles from './heal-button.module.css';

type HealButtonProps = { userId: number; stats: { health: number; maxHealth: number; energy: number } };

/** Heals oneself between fights, for energy; nothing at full health. */
export function HealButton({ userId, stats }: HealButtonProps) {
  const client = useQueryClient();
  const heal = useMutation({
    mutationFn: () =>
      actOnce(['heal', stats.energy], (idempotencyKey) =>
        api('POST /api/combat/manual-heal', { idempotencyKey }),
      ),
    onSuccess: (answer) => announce(answer.message),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: gameQuery(userId).queryKey }),
        client.invalidateQueries({ queryKey: profileQuery(userId).queryKey }),
      ]),
  });
  const fault = useFault(heal.error, COMBAT_TEXTS.healFailed);
  const full = stats.health >= stats.maxHealth;
  if (full && !heal.isPending) return null;
  const tired = stats.energy < HEAL_ENERGY;
  return (
    <div className={styles.heal}>
      <Button wide size="small" busy={heal.isPending} disabled={tired} onClick={() => heal.mutate()}>
        <Icon name="heart-plus" />
        {COMBAT_TEXTS.healFor(HEAL_ENERGY)}
      </Button>
      <Fault text={fault} className={styles.error} />
    </div>
  );
}
