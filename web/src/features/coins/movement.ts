import type { CoinMovement, CoinReason } from '@rivalhold/shared/contract/coins.ts';
import { COIN_TEXTS } from '@rivalhold/shared/texts/coins.ts';
import type { IconName } from '../../ui/icon.tsx';

const ICONS: Record<CoinReason, IconName> = {
  start: 'crown-coin',
  victory: 'trophy-cup',
  purchase: 'backpack',
  sale: 'two-coins',
  adjustment: 'castle',
  card: 'crown-coin',
  refund: 'broken-shield',
  quest: 'scroll-unfurled',
  lesson: 'open-book',
  goal: 'laurel-crown',
  demo: 'trophy-cup',
};

/** Describe a coin movement with words and an icon for its reason. `nameOf` returns the name of an item by id. */
export function describeMovement(
  { reason, itemId, quantity, amount }: Pick<CoinMovement, 'reason' | 'itemId' | 'quantity' | 'amount'>,
  nameOf: (itemId: number) => string | undefined,
): { icon: IconName; text: string } {
  // A newer server might send reasons that this page does not know.
  if (!Object.hasOwn(ICONS, reason)) return { icon: 'two-coins', text: COIN_TEXTS.reasons.other() };
  if (reason === 'refund' && amount > 0) return { icon: ICONS.card, text: COIN_TEXTS.reasons.returned() };
  const item = (itemId !== null && nameOf(itemId)) || COIN_TEXTS.unknownItem;
  return { icon: ICONS[reason], text: COIN_TEXTS.reasons[reason](item, quantity ?? 1) };
}
