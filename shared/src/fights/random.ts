import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Nonces } from '../contract/combat.ts';

/**
 * Returns the random number with the index `draw` of an exchange, from 0 up to but not including 1. A source always
 * returns the same number for the same exchange and index.
 */
export type RandomSource = (exchange: number, draw: number) => number;

/**
 * The index of each random number (draw) of an exchange. A blow uses three consecutive draws, the first at this index:
 * for a miss, a critical hit and the damage spread.
 */
export const DRAWS = {
  blow: { attacker: 0, defender: 3 },
  style: { attacker: 6, defender: 7 },
  coin: 8,
} as const;

/** Matches a valid nonce. The colon is not allowed, because it separates the parts of the hashed text. */
export const NONCE_PATTERN = /^[A-Za-z0-9+/=_-]{0,64}$/;

const TWO_16 = 65_536;
const TWO_32 = 4_294_967_296;
const TWO_48 = TWO_16 * TWO_32;

/**
 * Return the random source of a real fight. For draw k of exchange n, it computes the HMAC-SHA256 of the text
 * `fightId:attackerNonce:defenderNonce:n:k`, with the seed's bytes as the key. The draw is the first 48 bits, as a
 * big-endian number, divided by 2^48. `seedHex` is the seed in hexadecimal. Throws on a malformed seed or nonce.
 */
export function sealedRandom(seedHex: string, fightId: number, nonces: Nonces): RandomSource {
  const { attacker, defender } = nonces;
  if (!NONCE_PATTERN.test(attacker) || !NONCE_PATTERN.test(defender)) throw new RangeError('Malformed nonce');
  const keyed = hmac.create(sha256, hexToBytes(seedHex));
  return (exchange, draw) => {
    const digest = keyed
      .clone()
      .update(utf8ToBytes(`${fightId}:${attacker}:${defender}:${exchange}:${draw}`))
      .digest();
    const view = new DataView(digest.buffer, digest.byteOffset);
    return (view.getUint16(0) * TWO_32 + view.getUint32(2)) / TWO_48;
  };
}

/**
 * Return the SHA-256 of a seed's bytes in hexadecimal: the commitment that is published with an open fight. `seedHex`
 * is the seed in hexadecimal.
 */
export function commitmentOf(seedHex: string): string {
  return bytesToHex(sha256(hexToBytes(seedHex)));
}

const GOLDEN_RATIO_32 = 0x9e3779b1;
const DRAWS_PER_EXCHANGE = 64;

/** Return a 32-bit hash of a number. Each bit of the hash depends on every bit of the number. */
function mix(value: number): number {
  let bits = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
  return (bits ^ (bits >>> 15)) >>> 0;
}

/** Return a fast seeded random source. It is only for simulations and practice, never for real fights. */
export function fastRandom(seed: number): RandomSource {
  const start = mix(seed + 0x1234567);
  return (exchange, draw) =>
    mix(mix(start + Math.imul(exchange * DRAWS_PER_EXCHANGE + draw, GOLDEN_RATIO_32)) ^ start) / TWO_32;
}
