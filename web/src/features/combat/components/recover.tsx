import type { InventoryEntry, Stats } from '@rivalhold/shared/contract/game.ts';
import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { useQuery } from '@tanstack/react-query';
import { gameQuery } from '../../../entities/game/api.ts';
import { Vitals } from '../../../entities/stats/stats.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { useItemAction } from '../../inventory/index.ts';
import { HealButton } from './heal-button.tsx';

/** Show the player's health and energy, and let them heal between fights with energy or a potion. */
export function Recover({ userId }: { userId: number }) {
  const game = useQuery(gameQuery(userId)).data;
  if (!game) return null;
  const isHurt = game.stats.health < game.stats.maxHealth;
  const potions = game.inventory.filter(({ type, quantity }) => type === 'potion' && quantity > 0);
  return (
    <Stack as="section" gap={2} aria-label={COMBAT_TEXTS.recoverTitle}>
      <Vitals profile={game.stats} />
      <HealButton userId={userId} stats={game.stats} />
      {isHurt &&
        potions.map((potion, index) => (
          <Potion
            key={potion.id}
            potion={potion}
            stats={game.stats}
            userId={userId}
            isBest={index === 0 && game.stats.health <= 0}
          />
        ))}
      {isHurt && potions.length === 0 && (
        <ButtonLink to="/store" size="small" wide>
          <Icon name="health-potion" />
          {COMBAT_TEXTS.buyPotion}
        </ButtonLink>
      )}
    </Stack>
  );
}

type PotionProps = { potion: InventoryEntry; stats: Stats; userId: number; isBest: boolean };

function Potion({ potion, stats, userId, isBest }: PotionProps) {
  const drink = useItemAction(userId);
  const { itemId, name, quantity, healAmount } = potion;
  const gained = Math.min(healAmount, stats.maxHealth - stats.health);
  return (
    <Button
      size="small"
      variant={isBest ? 'primary' : undefined}
      wide
      busy={drink.isPending}
      onClick={() => drink.mutate({ itemId, quantity })}
    >
      <Icon name="health-potion" />
      {COMBAT_TEXTS.drink(name, quantity, gained)}
    </Button>
  );
}
