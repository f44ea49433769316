import { randomHex } from '../../lib/random-hex.ts';

const SEED_BYTES = 6;

/** Return a random seed of a portrait. */
export const newPortraitSeed = (): string => randomHex(SEED_BYTES);
