import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Choice, FightInput, Nonces } from '../contract/combat.ts';
import type { FightState } from './fight.ts';

const choiceParts = (choice: Choice | null) => [choice?.move, choice?.itemId];

function inputParts(input: FightInput, nonces: Nonces) {
  switch (input.kind) {
    case 'exchange':
      // Include the nonces only for exchanges, because players can still change them before the first exchange.
      return [
        nonces.attacker,
        nonces.defender,
        ...choiceParts(input.attacker),
        ...choiceParts(input.defender),
      ];
    case 'sync':
      return [input.side, input.health, input.maxHealth, input.attack, input.defense, input.level];
    case 'forfeit':
      return [input.side, input.reason];
  }
}

/**
 * Return the hash of all inputs of a fight up to `input`, and of their results. It is the SHA-256, in hexadecimal, of a
 * text whose parts are separated by colons: the previous hash (empty at the start), the kind of the input, its values,
 * and then the health and focus of both fighters after it. Values that are not set are empty.
 */
export function nextInputsHash(
  previous: string,
  { input, nonces, state }: { input: FightInput; nonces: Nonces; state: FightState },
): string {
  const { attacker, defender } = state;
  const result = [attacker.hp, attacker.focus, defender.hp, defender.focus];
  // `join` writes null and undefined as empty parts.
  const text = [previous, input.kind, ...inputParts(input, nonces), ...result].join(':');
  return bytesToHex(sha256(utf8ToBytes(text)));
}
