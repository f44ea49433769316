import { formatLabels } from '../format-list.ts';
import { MAX_LEVEL } from '../levels/levels.ts';
import { baseGear } from './base-gear.ts';

export type ItemType = 'potion' | 'weapon' | 'armor' | 'utility';
export type Rarity = 'common' | 'uncommon' | 'rare' | 'epic';

/**
 * An item of the game.
 * - `damage` of the best owned weapon adds to attack, and `defense` of the best owned armor to defense. If the base
 *   gear of the player's level has more points, the base gear counts instead.
 * - `healShare` is the share of full health that a potion restores. `damageShare` is the share of the opponent's full
 *   health that a thrown item takes.
 * - `boost.attack` and `boost.defense` last for one fight. `boost.energy` is used between fights.
 * - `icon` is a name in the game-icons set, `price` is in coins, and `minLevel` is the level required to buy the item.
 */
export type Item = {
  id: number;
  name: string;
  type: ItemType;
  price: number;
  healShare: number;
  damageShare: number;
  damage: number;
  defense: number;
  effect: string;
  icon: string;
  rarity: Rarity;
  minLevel: number;
  /** True if the item can be used in a fight. */
  usable: boolean;
  boost?: { attack?: number; defense?: number; energy?: number };
};

type ItemFields = [id: number, name: string, icon: string, rarity: Rarity, minLevel: number, price: number];
type Boost = NonNullable<Item['boost']>;

const plain = { healShare: 0, damageShare: 0, damage: 0, defense: 0, effect: '', usable: false } as const;

function itemFields([id, name, icon, rarity, minLevel, price]: ItemFields) {
  return { ...plain, id, name, icon, rarity, minLevel, price };
}

function potion(healShare: number, ...fields: ItemFields): Item {
  return { ...itemFields(fields), type: 'potion', healShare, usable: true };
}

/** Return the part of an item's text that names the last level at which the item beats the base gear. */
function bestUntilLevel(isBetterAt: (level: number) => boolean): string {
  let level = 1;
  while (level < MAX_LEVEL && isBetterAt(level + 1)) level++;
  return level < MAX_LEVEL ? `Better than basic gear up to level ${level}.` : 'Better than any basic gear.';
}

function weapon(damage: number, ...fields: ItemFields): Item {
  const effect = bestUntilLevel((level) => damage > baseGear(level).weapon);
  return { ...itemFields(fields), type: 'weapon', damage, effect };
}

function armor(defense: number, ...fields: ItemFields): Item {
  const effect = bestUntilLevel((level) => defense > baseGear(level).armor);
  return { ...itemFields(fields), type: 'armor', defense, effect };
}

function throwable(damageShare: number, ...fields: ItemFields): Item {
  const effect = 'Thrown at an opponent. Ignores armor and Guard.';
  return { ...itemFields(fields), type: 'utility', damageShare, effect, usable: true };
}

const signed = (points: number) => (points < 0 ? `−${-points}` : `+${points}`);

function boost({ attack = 0, defense = 0 }: Boost, ...fields: ItemFields): Item {
  const points = Object.entries({ attack, defense }).filter(([, added]) => added !== 0);
  const labels = [
    ...(attack === 0 ? [] : [`${signed(attack)} attack`]),
    ...(defense === 0 ? [] : [`${signed(defense)} defense`]),
  ];
  const effect = `${formatLabels(labels)} until the fight ends.`;
  return { ...itemFields(fields), type: 'utility', boost: Object.fromEntries(points), effect, usable: true };
}

function food(energy: number, ...fields: ItemFields): Item {
  const effect = `Restores ${energy} energy. Use it between fights.`;
  return { ...itemFields(fields), type: 'utility', boost: { energy }, effect };
}

/**
 * The catalogue in the order of the store: by type (potion, weapon, armor, utility), and by level within a type. Ids
 * never change their meaning. A change to an item's effect in a fight needs a new version of the rules: see
 * docs/game.md. For the prices, see docs/economy.md.
 */
export const ITEMS: readonly Item[] = [
  potion(0.5, 1, 'Embermint Draught', 'health-potion', 'common', 1, 2),
  potion(0.52, 2, 'Hearthblood Flask', 'heart-bottle', 'common', 9, 2),
  potion(0.54, 3, 'Phoenix Marrow', 'magic-potion', 'rare', 32, 4),
  potion(0.56, 42, 'Cup of the First Forge', 'jeweled-chalice', 'epic', 58, 6),
  weapon(2, 4, 'Gatewatch Dagger', 'plain-dagger', 'common', 1, 12),
  weapon(3, 5, 'Cinderbite Axe', 'battle-axe', 'common', 6, 12),
  weapon(4, 17, 'Saltmarsh Falchion', 'croc-sword', 'common', 11, 14),
  weapon(5, 6, 'Oathbreaker Mace', 'flanged-mace', 'uncommon', 16, 24),
  weapon(6, 18, 'Crowbeak Pick', 'war-pick', 'uncommon', 21, 45),
  weapon(7, 19, 'Hollowmoon Glaive', 'glaive', 'uncommon', 26, 75),
  weapon(8, 7, 'Nightforge Greatsword', 'two-handed-sword', 'rare', 31, 120),
  weapon(9, 20, 'Wyrmtooth Spear', 'barbed-spear', 'rare', 36, 180),
  weapon(10, 21, 'Stormbell Hammer', 'warhammer', 'rare', 41, 255),
  weapon(11, 22, 'Gravecaller Flail', 'flail', 'epic', 46, 350),
  weapon(12, 23, 'Halberd of the Ninth Gate', 'sharp-halberd', 'epic', 51, 465),
  weapon(13, 24, 'Last Light of the Hold', 'shining-sword', 'epic', 56, 600),
  armor(1, 8, 'Boiled Leather Jerkin', 'leather-armor', 'common', 1, 8),
  armor(2, 25, 'Wolfpelt Coat', 'animal-hide', 'common', 4, 8),
  armor(3, 9, 'Ringsmith Mail', 'chain-mail', 'common', 9, 9),
  armor(4, 26, 'Tanglehide Brigandine', 'leather-vest', 'uncommon', 14, 15),
  armor(5, 10, 'Holdwarden Plate', 'breastplate', 'uncommon', 19, 27),
  armor(6, 27, 'Ashen Lamellar', 'lamellar', 'uncommon', 24, 45),
  armor(7, 28, 'Moonsteel Cuirass', 'abdominal-armor', 'rare', 29, 75),
  armor(8, 11, 'Drakescale Harness', 'scale-mail', 'rare', 34, 112),
  armor(9, 29, 'Thornwall Plate', 'spiked-armor', 'rare', 39, 158),
  armor(10, 30, 'Ravenguard Mantle', 'wing-cloak', 'epic', 44, 218),
  armor(11, 31, 'Coat of the Drowned King', 'mail-shirt', 'epic', 49, 290),
  armor(12, 32, 'Bellfounder’s Shell', 'layered-armor', 'epic', 54, 385),
  armor(13, 33, 'Hide of the Mountain', 'shoulder-armor', 'epic', 59, 505),
  throwable(0.24, 12, 'Pitch Pot', 'molotov', 'common', 1, 2),
  food(12, 43, 'Smith’s Supper', 'meat', 'common', 1, 3),
  food(30, 16, 'Midnight Mead', 'beer-horn', 'uncommon', 1, 6),
  boost({ attack: 3 }, 14, 'Whetstone of Wrath', 'rune-stone', 'uncommon', 4, 3),
  boost({ defense: 3 }, 15, 'Wardsmoke Censer', 'smoke-bomb', 'uncommon', 4, 3),
  boost({ attack: 5, defense: -2 }, 47, 'Redcap Salts', 'spotted-mushroom', 'rare', 4, 4),
  boost({ attack: 2, defense: 1 }, 45, 'Hearthsong Horn', 'hunting-horn', 'uncommon', 13, 3),
  throwable(0.26, 46, 'Hornet Skep', 'tree-beehive', 'uncommon', 17, 3),
  food(60, 50, 'Kettle of Dawn', 'cauldron', 'rare', 20, 11),
  boost({ attack: -2, defense: 5 }, 48, 'Tortoise Oil', 'turtle-shell', 'rare', 22, 4),
  throwable(0.28, 13, 'Dragonfire Urn', 'fire-bomb', 'uncommon', 25, 4),
  throwable(0.3, 54, 'Heart of the Furnace', 'burning-embers', 'epic', 53, 6),
];

const BY_ID: ReadonlyMap<number, Item> = new Map(ITEMS.map((item) => [item.id, item]));

/** Items of a new character: two draughts and a throwable item. */
export const STARTER_ITEMS: readonly { itemId: number; quantity: number }[] = [
  { itemId: 1, quantity: 2 },
  { itemId: 12, quantity: 1 },
];

/** Return the item with the given catalogue id, or undefined if there is none. */
export function itemById(id: number): Item | undefined {
  return BY_ID.get(id);
}

/** Convert a share of full health to points of health, at least 1 for a share above 0. */
export function healthPoints(share: number, maxHealth: number): number {
  return share > 0 ? Math.max(1, Math.round(share * maxHealth)) : 0;
}

/** Report whether an item has an effect outside fights: healing or energy. */
export function usableOutsideFight(item: Item): boolean {
  return item.healShare > 0 || (item.boost?.energy ?? 0) > 0;
}

/**
 * Return the bonus of the best weapon (to attack) or armor (to defense) among catalogue ids; 0 if there is
 * none.
 */
export function bestBonus(itemIds: Iterable<number>, type: 'weapon' | 'armor'): number {
  let best = 0;
  for (const id of itemIds) {
    const item = itemById(id);
    if (item?.type !== type) continue;
    best = Math.max(best, type === 'weapon' ? item.damage : item.defense);
  }
  return best;
}
