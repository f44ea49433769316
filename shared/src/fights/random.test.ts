import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commitmentOf, sealedRandom } from './random.ts';

const SEED = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff';
const key = Buffer.from(SEED, 'hex');

describe('the randomness of a fight', () => {
  it('derives each random number from the seed and both nonces', () => {
    const nonces = { attacker: 'embers', defender: 'ashes' };
    fc.assert(
      fc.property(fc.nat(20), fc.nat(8), (exchange, draw) => {
        const digest = createHmac('sha256', key).update(`7:embers:ashes:${exchange}:${draw}`).digest();
        expect(sealedRandom(SEED, 7, nonces)(exchange, draw)).toBe(digest.readUIntBE(0, 6) / 2 ** 48);
      }),
    );
  });

  it('uses the nonces of both players, and rejects malformed nonces', () => {
    const draw = (attacker: string, defender: string) => sealedRandom(SEED, 7, { attacker, defender })(1, 0);
    const drawn = [draw('', ''), draw('a', ''), draw('', 'a'), draw('a', 'b'), draw('ab', '')];
    expect(new Set(drawn).size).toBe(drawn.length);
    expect(() => draw('a:b', 'c')).toThrow(RangeError);
    expect(() => draw('a', 'b'.repeat(65))).toThrow(RangeError);
  });

  it('computes the commitment as the SHA-256 of the seed', () => {
    expect(commitmentOf(SEED)).toBe(createHash('sha256').update(key).digest('hex'));
  });
});
