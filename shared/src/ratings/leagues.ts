/**
 * Leagues from the lowest to the highest, each with the rating from which it begins. A league is only a name: it has no
 * effect in fights.
 */
export const LEAGUES = [
  { id: 'ash', from: Number.NEGATIVE_INFINITY },
  { id: 'iron', from: 1300 },
  { id: 'bronze', from: 1400 },
  { id: 'silver', from: 1500 },
  { id: 'gold', from: 1600 },
  { id: 'ember', from: 1700 },
  { id: 'crown', from: 1850 },
] as const;

export type LeagueId = (typeof LEAGUES)[number]['id'];

/** Return the league of a rating. */
export function leagueOf(rating: number): LeagueId {
  return LEAGUES.findLast(({ from }) => Math.round(rating) >= from)!.id;
}
