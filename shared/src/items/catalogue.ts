export type ItemType = 'potion' | 'weapon' | 'armor' | 'utility';
export type Rarity = 'common' | 'uncommon' | 'rare' | 'epic';

/**
 * An item of the game. `damage` of a weapon adds to attack while it is owned, `defense` of an armor to defense (the
 * best one of each counts); `damage` of a utility is what it takes from an opponent's health when thrown; `healAmount`
 * is points of health. `boost.attack` and `boost.defense` hold for one fight, `boost.energy` is drunk between fights.
 * `icon` is a name of the game-icons set; `price` is in coins; `minLevel` is the level that may buy it.
 */
export type Item = {
  id: number;
  name: string;
  type: ItemType;
  price: number;
  healAmount: number;
  damage: number;
  defense: number;
  effect: string;
  icon: string;
  rarity: Rarity;
  minLevel: number;
  /** Whether it can be used in a fight. */
  usable: boolean;
  boost?: { attack?: number; defense?: number; energy?: number };
};

const plain = { healAmount: 0, damage: 0, defense: 0, effect: '', usable: false } as const;
const potion = { ...plain, type: 'potion', usable: true } as const;
const weapon = { ...plain, type: 'weapon' } as const;
const armor = { ...plain, type: 'armor' } as const;
const utility = { ...plain, type: 'utility', usable: true } as const;

/**
 * The first catalogue, in the order the store shows it. One coin is one victory and a newcomer has 50. Ids never change
 * their meaning, and what an item does in a fight belongs to the rules' version: see docs/game.md.
 */
export const ITEMS: readonly Item[] = [
  {
    ...potion,
    id: 1,
    name: 'Embermint Draught',
    icon: 'health-potion',
    rarity: 'common',
    price: 2,
    minLevel: 1,
    healAmount: 25,
  },
  {
    ...potion,
    id: 2,
    name: 'Hearthblood Flask',
    icon: 'heart-bottle',
    rarity: 'uncommon',
    price: 4,
    minLevel: 12,
    healAmount: 35,
  },
  {
    ...potion,
    id: 3,
    name: 'Phoenix Marrow',
    icon: 'magic-potion',
    rarity: 'rare',
    price: 7,
    minLevel: 30,
    healAmount: 55,
  },
  {
    ...weapon,
    id: 4,
    name: 'Gatewatch Dagger',
    icon: 'plain-dagger',
    rarity: 'common',
    price: 25,
    minLevel: 1,
    damage: 2,
  },
  {
    ...weapon,
    id: 5,
    name: 'Cinderbite Axe',
    icon: 'battle-axe',
    rarity: 'uncommon',
    price: 60,
    minLevel: 8,
    damage: 3,
  },
  {
    ...weapon,
    id: 6,
    name: 'Oathbreaker Mace',
    icon: 'flanged-mace',
    rarity: 'rare',
    price: 160,
    minLevel: 18,
    damage: 5,
  },
  {
    ...weapon,
    id: 7,
    name: 'Nightforge Greatsword',
    icon: 'two-handed-sword',
    rarity: 'epic',
    price: 400,
    minLevel: 32,
    damage: 7,
  },
  {
    ...armor,
    id: 8,
    name: 'Boiled Leather Jerkin',
    icon: 'leather-armor',
    rarity: 'common',
    price: 25,
    minLevel: 1,
    defense: 2,
  },
  {
    ...armor,
    id: 9,
    name: 'Ringsmith Mail',
    icon: 'chain-mail',
    rarity: 'uncommon',
    price: 60,
    minLevel: 8,
    defense: 3,
  },
  {
    ...armor,
    id: 10,
    name: 'Holdwarden Plate',
    icon: 'breastplate',
    rarity: 'rare',
    price: 160,
    minLevel: 18,
    defense: 5,
  },
  {
    ...armor,
    id: 11,
    name: 'Drakescale Harness',
    icon: 'scale-mail',
    rarity: 'epic',
    price: 400,
    minLevel: 32,
    defense: 7,
  },
  {
    ...utility,
    id: 12,
    name: 'Pitch Pot',
    icon: 'molotov',
    rarity: 'common',
    price: 3,
    minLevel: 1,
    damage: 12,
    effect: 'Thrown at an opponent; no armor helps against it.',
  },
  {
    ...utility,
    id: 13,
    name: 'Dragonfire Urn',
    icon: 'fire-bomb',
    rarity: 'rare',
    price: 7,
    minLevel: 25,
    damage: 30,
    effect: 'Thrown at an opponent; no armor helps against it.',
  },
  {
    ...utility,
    id: 14,
    name: 'Whetstone of Wrath',
    icon: 'rune-stone',
    rarity: 'uncommon',
    price: 4,
    minLevel: 4,
    effect: '+6 attack until the fight ends.',
    boost: { attack: 6 },
  },
  {
    ...utility,
    id: 15,
    name: 'Wardsmoke Censer',
    icon: 'smoke-bomb',
    rarity: 'uncommon',
    price: 4,
    minLevel: 4,
    effect: '+6 defense until the fight ends.',
    boost: { defense: 6 },
  },
  {
    ...utility,
    id: 16,
    name: 'Midnight Mead',
    icon: 'beer-horn',
    rarity: 'uncommon',
    price: 6,
    minLevel: 1,
    usable: false,
    effect: 'Restores 30 energy. Drink it between fights.',
    boost: { energy: 30 },
  },
];

const BY_ID: ReadonlyMap<number, Item> = new Map(ITEMS.map((item) => [item.id, item]));

/** What a new character carries: two draughts and one thing to throw. */
export const STARTER_ITEMS: readonly { itemId: number; quantity: number }[] = [
  { itemId: 1, quantity: 2 },
  { itemId: 12, quantity: 1 },
];

/** The item with that catalogue id, or undefined. */
export function itemById(id: number): Item | undefined {
  return BY_ID.get(id);
}

/** Whether an item does something for a player who is not fighting: it heals or gives back energy. */
export function usableAtRest(item: Item): boolean {
  return item.healAmount > 0 || (item.boost?.energy ?? 0) > 0;
}

/** The bonus of the best weapon (to attack) or armor (to defense) among catalogue ids; 0 if there is none. */
export function bestOf(itemIds: Iterable<number>, type: 'weapon' | 'armor'): number {
  let best = 0;
  for (const id of itemIds) {
    const item = itemById(id);
    if (item?.type !== type) continue;
    best = Math.max(best, type === 'weapon' ? item.damage : item.defense);
  }
  return best;
}
