import { createSeededRandom } from '../seeded-random.ts';
import { CLANS } from './palette.ts';
import { portraitSvg } from './renderer.ts';

/** Matches the seeds that players can choose for their portrait. */
export const PORTRAIT_SEED = /^[0-9a-f]{12}$/;

const OLDEST = 70;

/**
 * Return the portrait of a new player as SVG. The seed determines everything, so browser and server draw the
 * same portrait.
 */
export function newcomerPortrait(seed: string): string {
  const random = createSeededRandom(`newcomer:${seed}`);
  return portraitSvg(seed, {
    clan: random.pick(CLANS),
    sex: random.pick(['female', 'male']),
    age: random.int(18, OLDEST),
    level: 1,
  });
}
