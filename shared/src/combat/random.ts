import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * The source of all randomness in a fight: draw `draw` of exchange `exchange`, uniform in [0, 1) and
 * deterministic.
 */
export type RandomSource = (exchange: number, draw: number) => number;

const TWO_16 = 65_536;
const TWO_32 = 4_294_967_296;
const TWO_48 = TWO_16 * TWO_32;

/**
 * Return the random source of a real fight. Draw k of exchange n is HMAC-SHA256 with the seed's bytes as key
 * over the text `fightId:nonce:n:k`; its first 48 bits, as a big-endian number, divided by 2^48. `seedHex` is
 * the seed in hexadecimal. Throws on a seed that is not hexadecimal.
 */
export function hmacRandom(seedHex: string, fightId: number, nonce: string): RandomSource {
  const keyed = hmac.create(sha256, hexToBytes(seedHex));
  return (exchange, draw) => {
    const digest = keyed
      .clone()
      .update(utf8ToBytes(`${fightId}:${nonce}:${exchange}:${draw}`))
      .digest();
    const view = new DataView(digest.buffer, digest.byteOffset);
    return (view.getUint16(0) * TWO_32 + view.getUint32(2)) / TWO_48;
  };
}

/**
 * Return the SHA-256 of a seed's bytes, both in hexadecimal. Only this hash is public while the fight is
 * open.
 */
export function hashSeed(seedHex: string): string {
  return bytesToHex(sha256(hexToBytes(seedHex)));
}
