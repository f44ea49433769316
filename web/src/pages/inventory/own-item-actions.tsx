import { itemById, usableOutsideFight } from '@rivalhold/shared/items/catalogue.ts';
import { saleValue } from '@rivalhold/shared/items/trade.ts';
import { COMBAT_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { INVENTORY_TEXTS } from '@rivalhold/shared/texts/inventory.ts';
import { STORE_TEXTS } from '@rivalhold/shared/texts/store.ts';
import { useQuery } from '@tanstack/react-query';
import { gameQuery } from '../../entities/game/api.ts';
import type { InventoryCard } from '../../entities/items/entries.ts';
import { useUser } from '../../entities/session/api.ts';
import { useItemAction } from '../../features/inventory/use-item.ts';
import { useSell } from '../../features/store/use-trade.ts';
import { Button } from '../../ui/button.tsx';

/**
 * Show what players can do with their own item outside a fight: use it if it has an effect there, and sell it if it has
 * a value.
 */
export function OwnItemActions({ card }: { card: InventoryCard }) {
  const me = useUser();
  const { sell, isPending } = useSell();
  const known = itemById(card.itemId);
  const { item, name } = card;
  const usable = known !== undefined && usableOutsideFight(known);
  const isSellable = item !== undefined && saleValue(item) > 0;
  return (
    <>
      {usable && <UseButton card={card} meId={me.id} />}
      {isSellable && (
        <Button
          size="small"
          variant={usable ? 'ghost' : 'secondary'}
          aria-label={STORE_TEXTS.nameOfSell(name)}
          busy={isPending}
          onClick={(event) => void sell({ ...card, item }, event.currentTarget)}
        >
          {STORE_TEXTS.sell}
        </Button>
      )}
    </>
  );
}

function UseButton({
  card: { id, itemId, name, quantity, healAmount },
  meId,
}: {
  card: InventoryCard;
  meId: number;
}) {
  const useAction = useItemAction(meId);
  const stats = useQuery(gameQuery(meId)).data?.stats;
  const isUseless = healAmount > 0 && stats !== undefined && stats.health >= stats.maxHealth;
  const reasonId = `full-${id}`;
  return (
    <>
      <Button
        size="small"
        aria-disabled={isUseless || undefined}
        aria-describedby={isUseless ? reasonId : undefined}
        aria-label={INVENTORY_TEXTS.nameOfUse(name)}
        busy={useAction.isPending}
        onClick={() => isUseless || useAction.mutate({ itemId, quantity })}
      >
        {INVENTORY_TEXTS.use}
      </Button>
      {isUseless && <p id={reasonId}>{COMBAT_TEXTS.fullHealth}</p>}
    </>
  );
}
