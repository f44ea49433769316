import { HEAL_ENERGY } from '@rivalhold/shared/levels/regeneration.ts';
import { HEALING_TEXTS } from '@rivalhold/shared/texts/healing.ts';
import { useErrorText } from '../../../lib/use-error-text.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorMessage } from '../../../ui/error-message.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { useHeal } from '../use-heal.ts';
import styles from './heal-button.module.css';

type HealButtonProps = { userId: number; stats: { health: number; maxHealth: number; energy: number } };

/** Let the player spend energy to heal between fights. Renders nothing at full health, unless a heal is in progress. */
export function HealButton({ userId, stats }: HealButtonProps) {
  const heal = useHeal(userId, stats.energy);
  const error = useErrorText(heal.error, HEALING_TEXTS.failed);
  const full = stats.health >= stats.maxHealth;
  if (full && !heal.isPending) return null;
  const hasNoEnergy = stats.energy < HEAL_ENERGY;
  return (
    <Stack gap={1} className={styles.heal}>
      <Button wide size="small" busy={heal.isPending} disabled={hasNoEnergy} onClick={() => heal.mutate()}>
        <Icon name="heart-plus" />
        {HEALING_TEXTS.action(HEAL_ENERGY)}
      </Button>
      <ErrorMessage text={error} />
    </Stack>
  );
}
