import type { InventoryEntry, Stats } from '@rivalhold/shared/contract/game.ts';
import type { StoreItem } from '@rivalhold/shared/contract/inventory.ts';
import type { ItemType } from '@rivalhold/shared/items/catalogue.ts';
import { plainSteel } from '@rivalhold/shared/items/steel.ts';
import { carriedMax } from '@rivalhold/shared/items/trade.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { STORE_TEXTS } from '@rivalhold/shared/texts/store.ts';
import { bonusOf, TYPE_ORDER } from '../../entities/items/entries.ts';
import type { StoreFilters } from './filters.ts';

/** An item as it stands in the store for one player. */
export type Ware = {
  item: StoreItem;
  /** How many one carries. */
  carried: number;
  /** Whether one's level is too low for it. */
  locked: boolean;
  /** The most that can be bought now, by purse and room: 0 where one is not enough for a first, or there is no room. */
  most: number;
  /** Coins that are missing for one; 0 where there are enough. */
  short: number;
  /** Whether there is no room for another. */
  full: boolean;
  /** Of gear, what it is better by than all that one has, plain steel included (below 1: no gain); null of other things. */
  gain: number | null;
};
/** `wares` lie on the counter; `later` are for higher levels still, the first of them from level `from`. */
export type Stall = {
  type: string;
  title: string;
  wares: readonly Ware[];
  later: readonly Ware[];
  from: number;
};

type Customer = {
  stats: Pick<Stats, 'coins' | 'level'>;
  inventory: readonly Pick<InventoryEntry, 'itemId' | 'type' | 'quantity' | 'damage' | 'defense'>[];
};

/** What a thing is better by than the best of its kind that one has once one may buy it; null for what is no gear. */
function gainOf(item: StoreItem, { stats, inventory }: Customer): number | null {
  if (item.type !== 'weapon' && item.type !== 'armor') return null;
  const carried = inventory.filter(({ type }) => type === item.type).map(bonusOf);
  const level = Math.max(stats.level, item.minLevel);
  return bonusOf(item) - Math.max(plainSteel(level)[item.type], ...carried);
}

/** What an item is to a player with these stats and things. */
export function wareOf(item: StoreItem, customer: Customer): Ware {
  const { stats, inventory } = customer;
  const { quantityMax } = LIMITS.store;
  const coins = stats.coins ?? 0;
  const carried = inventory.find(({ itemId }) => itemId === item.id)?.quantity ?? 0;
  const room = Math.max(0, carriedMax({ type: item.type as ItemType }) - carried);
  return {
    item,
    carried,
    locked: stats.level < item.minLevel,
    most: Math.min(room, quantityMax, item.price > 0 ? Math.floor(coins / item.price) : quantityMax),
    short: Math.max(0, item.price - coins),
    full: room === 0,
    gain: gainOf(item, customer),
  };
}

/** Whether so many coins at once are asked about first: many by themselves, or much of the purse. */
export const isDear = (price: number, purse: number): boolean =>
  price >= LIMITS.store.dear || price * LIMITS.store.dearPart >= purse;

const isShown = ({ locked, short }: Ware, { level, coins }: StoreFilters): boolean =>
  !(level && locked) && !(coins && short > 0);

/**
 * The stalls in their fixed order, with what the filters leave of them; an empty one is not put up. A counter with
 * fewer than `places` wares for one's level is filled up with the next that one will be able to buy.
 */
export function stallsOf(wares: readonly Ware[], filters: StoreFilters, places: number): Stall[] {
  const types = [...new Set([...TYPE_ORDER, ...wares.map(({ item }) => item.type)])];
  return types
    .map((type) => {
      const shown = wares.filter((ware) => ware.item.type === type && isShown(ware, filters));
      const open = shown.filter(({ locked }) => !locked);
      const closed = shown
        .filter(({ locked }) => locked)
        .toSorted((one, other) => one.item.minLevel - other.item.minLevel);
      const later = closed.slice(Math.max(0, places - open.length));
      return {
        type,
        title: STORE_TEXTS.stall(type),
        wares: [...open, ...closed.slice(0, closed.length - later.length)],
        later,
        from: later[0]?.item.minLevel ?? Infinity,
      };
    })
    .filter((stall) => stall.wares.length + stall.later.length > 0);
}
