import { MATCHUP_TEXTS as TEXTS } from '@rivalhold/shared/texts/fights.ts';

/** Return an estimated chance to win in words; undefined is not known yet. */
export const chanceText = (chance: number | undefined, hasFailed: boolean): string =>
  hasFailed ? TEXTS.unknownChance : chance === undefined ? TEXTS.counting : TEXTS.about(chance);
