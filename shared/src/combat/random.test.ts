import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashSeed, hmacRandom } from './random.ts';

const seed = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff';

describe('randomness of a fight', () => {
  it('is HMAC-SHA256 as documented, verified by another implementation', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        fc.integer({ min: 1 }),
        fc.string({ maxLength: 64 }).filter((nonce) => nonce.isWellFormed()),
        fc.nat(20),
        fc.nat(5),
        (bytes, fightId, nonce, exchange, draw) => {
          const digest = createHmac('sha256', bytes)
            .update(`${fightId}:${nonce}:${exchange}:${draw}`)
            .digest();
          const chance = hmacRandom(Buffer.from(bytes).toString('hex'), fightId, nonce);
          expect(chance(exchange, draw)).toBe(digest.readUIntBE(0, 6) / 2 ** 48);
        },
      ),
    );
  });

  it('returns a known number', () => {
    expect(hmacRandom(seed, 7, 'embers')(1, 0)).toBe(0.6701953335380431);
  });

  it('is deterministic, and differs by fight, nonce, exchange and draw', () => {
    const drawn = [
      hmacRandom(seed, 7, 'embers')(1, 0),
      hmacRandom(seed, 8, 'embers')(1, 0),
      hmacRandom(seed, 7, 'ashes')(1, 0),
      hmacRandom(seed, 7, 'embers')(2, 0),
      hmacRandom(seed, 7, 'embers')(1, 1),
    ];
    expect(new Set(drawn).size).toBe(drawn.length);
    expect(hmacRandom(seed, 7, 'embers')(1, 0)).toBe(drawn[0]);
  });

  it('is evenly distributed', () => {
    const chance = hmacRandom(seed, 1, '');
    const tenths = new Array<number>(10).fill(0);
    const draws = 10_000;
    for (let index = 0; index < draws; index++) {
      const tenth = Math.floor(10 * chance(index, index % 6));
      tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    }
    const expected = draws / 10;
    const chiSquare = tenths.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    // 9 degrees of freedom: one seed in a thousand exceeds 27.9.
    expect(chiSquare).toBeLessThan(27.9);
  });

  it('reveals only the hash of its seed', () => {
    expect(hashSeed(seed)).toBe(createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex'));
    expect(() => hmacRandom('not a seed', 1, '')).toThrow();
  });
});
