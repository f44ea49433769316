import type { SideResult } from '@rivalhold/shared/contract/combat.ts';
import { itemById } from '@rivalhold/shared/items/catalogue.ts';
import { COMBAT_TEXTS, MOVE_NAMES, SPOKEN_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { type Exchange, type FightModel, wordOf } from './fight-model.ts';

/** Return the name of a move, or of the used item. */
export function moveName({ move, itemId }: Pick<SideResult, 'move' | 'itemId'>): string {
  return (itemId === null ? undefined : itemById(itemId)?.name) ?? MOVE_NAMES[move];
}

/** Return the words that the screen shows beside the damage of a hit, such as "Blocked". */
function hitWords(by: SideResult, against: SideResult): string[] {
  const word = wordOf(by, against);
  return [...(by.critical ? [COMBAT_TEXTS.critical] : []), ...(word ? [`${COMBAT_TEXTS[word]}.`] : [])];
}

/**
 * Return an exchange in sentences for screen readers: both moves, the winning move, healing, misses, hits (with their
 * damage, and whether they were critical, blocked or feinted), and the remaining health.
 */
export function speakExchange({ me, opponent, read }: Exchange, fight: Pick<FightModel, 'opponent'>): string {
  const name = fight.opponent.player.username;
  const texts = SPOKEN_TEXTS;
  const sentences = [texts.moves(moveName(me), name, moveName(opponent))];
  if (read === 'me') sentences.push(COMBAT_TEXTS.readByYou);
  if (read === 'opponent') sentences.push(texts.readByThem(name));
  if (me.healed > 0) sentences.push(texts.youRegain(me.healed));
  if (opponent.healed > 0) sentences.push(texts.theyRegain(name, opponent.healed));
  if (me.missed) sentences.push(texts.youMiss);
  if (opponent.missed) sentences.push(texts.theyMiss(name));
  if (me.damage > 0) sentences.push(...hitWords(me, opponent), texts.theyLose(name, me.damage));
  if (opponent.damage > 0) sentences.push(...hitWords(opponent, me), texts.youLose(opponent.damage));
  sentences.push(texts.health(me.hp, name, opponent.hp));
  return sentences.join(' ');
}
