import { HEAVY_FOCUS } from '../fights/moves.ts';
import { FIGHT_NUMBERS, FOCUS_MAX } from '../fights/numbers.ts';
import { formatCount } from '../format-number.ts';

const { heals, healShare, items, furyAfter } = FIGHT_NUMBERS;

/** Texts of the help sheet: the rules of a fight in at most 80 words. */
export const FIGHT_HELP = {
  title: 'How to fight',
  open: 'How to fight',
  rules: [
    'Moves stay secret until both choose. Absent opponents may signal their next move.',
    `Beat their move to gain 1 focus (max ${FOCUS_MAX}). Heavy costs ${HEAVY_FOCUS} focus and hits hardest. Guard blocks most of it.`,
    `Per fight: ${formatCount(heals, 'heal')} (${healShare * 100}% of full health) and ${formatCount(items, 'item')}, each instead of a move. Their Strike and Feint then do half damage, Heavy full damage.`,
    'Away or late? Your style chooses your move.',
    `Fury: damage grows after exchange ${furyAfter}. At 0 health, you lose.`,
  ],
  picture: 'Strike beats Feint, Feint beats Guard, Guard beats Strike. Heavy costs focus.',
  beats: 'beats',
  heavyCost: formatCount(HEAVY_FOCUS, 'focus', 'focus'),
  guide: 'All rules and numbers',
  practice: 'Practice',
  style: 'Your style',
} as const;
