/**
 * Random numbers that are the same on every machine and in every run. They are for the demo world, drawings,
 * simulations and tests. Never use them for a fight between players, because players could predict them.
 */
export type SeededRandom = {
  /** Return a number from 0 up to but not including 1, uniformly distributed. */
  next: () => number;
  /** Return an integer from `low` to `high`, both included. */
  int: (low: number, high: number) => number;
  /** Return a number from `low` to `high`, for lengths and angles. */
  between: (low: number, high: number) => number;
  pick: <T>(list: readonly T[]) => T;
  chance: (share: number) => boolean;
};

/** Return the 32-bit FNV-1a hash of a string's UTF-16 code units. */
function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

/**
 * Create a generator with a string as its seed. The same string results in the same sequence (32-bit xorshift with
 * scrambled output).
 */
export function createSeededRandom(text: string): SeededRandom {
  let state = hash32(text) || 1;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    let out = Math.imul(state ^ (state >>> 16), 0x7feb352d);
    out = Math.imul(out ^ (out >>> 15), 0x846ca68b);
    return ((out ^ (out >>> 16)) >>> 0) / 4_294_967_296;
  };
  const between = (low: number, high: number): number => low + next() * (high - low);
  return {
    next,
    between,
    int: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: (list) => list[Math.floor(next() * list.length)]!,
    chance: (share) => next() < share,
  };
}
