import type { FightRecord, Side } from '../contract/combat.ts';
import { formatCount, formatNumber } from '../format-number.ts';

type Names = Record<Side, string> & { winner: Side | null };

/** Return the names of a finished fight's players, and the winning side (null if neither side won). */
export const namesOf = ({
  attacker,
  defender,
  winnerId,
}: Pick<FightRecord, 'attacker' | 'defender' | 'winnerId'>): Names => ({
  attacker: attacker.username,
  defender: defender.username,
  winner: winnerId === attacker.id ? 'attacker' : winnerId === defender.id ? 'defender' : null,
});

/** Texts of a finished fight's page, of the fight's card, and of the buttons that share the fight. */
export const FIGHT_PAGE_TEXTS = {
  heading: ({ attacker, defender, winner }: Names) =>
    winner === null
      ? `${attacker} against ${defender}`
      : winner === 'attacker'
        ? `${attacker} beat ${defender}`
        : `${defender} beat ${attacker}`,
  description: (exchanges: number) =>
    `Watch the fight move by move (${formatCount(exchanges, 'exchange')}), and verify in your browser that it was fair.`,
  hidden: 'You can’t watch this fight',
  hiddenText: 'The fight doesn’t exist or isn’t over yet, or its players don’t share it with you.',
  hiddenGuest: 'Log in to watch fights that are open to players only.',
  verify: 'Verify in this browser',
  verifyText:
    'Your browser replays every move from the fight’s seed and compares the result with the record.',
  invite: 'In Rivalhold, both players choose their moves in secret. Create a character and try it yourself.',
  share: 'Share',
  copied: 'Link copied',
  copyFailed: 'Failed to copy the link.',
  /** Texts on the card: the image that link previews of the fight show. */
  product: 'RIVALHOLD',
  winner: 'WINNER',
  level: (level: number) => `Level ${level}`,
  health: (hp: number, full: number) => `${formatNumber(hp)} / ${formatNumber(full)}`,
  exchanges: (count: number) => formatCount(count, 'exchange'),
  against: 'vs',
  slogan: 'Watch the replay and verify every move',
} as const;
