import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Choice, Fighter, FightInput, Nonces } from '../contract/combat.ts';
import type { FightSetup, FightState } from './fight.ts';

/** Return the values of a fighter in a fixed order. Leave out the name, because it can change later. */
function fighterParts({ id, level, attack, defense, maxHealth, health, weapon, armor, style }: Fighter) {
  const lines = style.map(({ canHeal, odds, ...conditions }) => [
    ...[canHeal, conditions.health, conditions.theirHealth, conditions.focus, conditions.theirFocus],
    ...[odds.strike, odds.guard, odds.feint, odds.heavy, odds.heal],
  ]);
  return [id, level, attack, defense, maxHealth, health, weapon, armor, lines];
}

/**
 * Return the first hash of a fight, before any input: the HMAC-SHA256, in hexadecimal, of the fight's setup as JSON,
 * with the seed's bytes as the key. The setup contains both styles, but because the seed is secret, the hash does not
 * reveal them. `seedHex` is the seed in hexadecimal. Throws on a malformed seed.
 */
export function firstInputsHash(seedHex: string, setup: FightSetup, ranked: boolean): string {
  const { fightId, rulesVersion, attacker, defender } = setup;
  const parts = [fightId, rulesVersion, ranked, fighterParts(attacker), fighterParts(defender)];
  return bytesToHex(hmac(sha256, hexToBytes(seedHex), utf8ToBytes(JSON.stringify(parts))));
}

const choiceParts = (choice: Choice | null) => [choice?.move, choice?.itemId];

function inputParts(input: FightInput, nonces: Nonces) {
  switch (input.kind) {
    case 'exchange':
      // Include the nonces only for exchanges. Other inputs can come before the first exchange, when nonces can still
      // be missing.
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
 * text whose parts are separated by colons: the previous hash, the kind of the input, both nonces if the input is an
 * exchange, the values of the input, and the health and focus of each fighter after the input. Values that are not set
 * are empty.
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
