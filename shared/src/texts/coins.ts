import { formatCount } from '../format-number.ts';

/** Texts about a player's coin balance and its history. */
export const COIN_TEXTS = {
  amount: (coins: number) => formatCount(coins, 'coin'),
  balanceTitle: 'Your coin balance',
  balance: (coins: string) => `You have ${coins}`,
  added: (coins: string) => `Added: ${coins}.`,
  deducted: (coins: string) => `Deducted: ${coins}.`,
  history: 'Coin history',
  historyText: 'All changes to your coin balance, newest first. Past entries never change.',
  store: 'Game Store',
  buyCoins: 'Buy Coins',
  fight: 'Find an opponent',
  balanceFailed: 'Failed to load your coin balance.',
  failed: 'Failed to load your coin history.',
  loading: 'Loading your coin history…',
  empty: 'No changes yet.',
  emptyText: 'Win a fight to earn your first coin.',
  end: 'You’ve reached the beginning.',
  balanceAfter: (coins: string) => `${coins} left`,
  verify: 'Verify this fight',
  unknownItem: 'an item',
  reasons: {
    start: () => 'Starting coins',
    victory: () => 'Won a fight',
    purchase: (item: string, quantity: number) =>
      quantity > 1 ? `Bought ${quantity} × ${item}` : `Bought ${item}`,
    sale: (item: string) => `Sold ${item}`,
    adjustment: () => 'Changed by an admin',
    card: () => 'Bought coins by card',
    refund: () => 'Card payment returned',
    returned: () => 'Card payment restored',
    quest: () => 'Quest reward',
    lesson: () => 'Practice lesson',
    demo: () => 'Won before the site opened',
    other: () => 'Balance changed',
  },
} as const;
