import { MATCHUP_TEXTS as TEXTS } from '@rivalhold/shared/texts/fights.ts';

/** Return an estimated win chance in words. `undefined` means that the chance is not known yet. */
export const chanceText = (chance: number | undefined, hasFailed: boolean): string =>
  hasFailed ? TEXTS.unknownChance : chance === undefined ? TEXTS.counting : TEXTS.about(chance);
