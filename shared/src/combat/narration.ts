import type { LogLine } from '../contract/combat.ts';
import { itemById } from '../items/catalogue.ts';

type UnnarratedLine = Omit<LogLine, 'text'>;
/** Context of a line beyond its fields: whether a blow ended the fight, and why a fight ended without one. */
type LineContext = { last?: boolean; reason?: 'abandoned' | 'ended' };
type Names = { by: string; to: string };
type PhraseTemplate = (by: string, to: string, amount: number, item: string) => string;

const BEGIN: readonly PhraseTemplate[] = [
  (by, to) => `The forge burns low and the yard falls silent: ${by} calls out ${to}.`,
  (by, to) => `Torches are set in a ring. ${by} steps into it, and ${to} does not look away.`,
  (by, to) => `${by} strikes the anvil once, so that all the hold hears it: ${to} is challenged.`,
  (by, to) => `Sparks drift over the wall as ${by} walks up to ${to}, steel already drawn.`,
  (by, to) => `Somewhere a gate is barred. Inside, ${by} and ${to} circle each other in the red light.`,
];

const HIT: readonly PhraseTemplate[] = [
  (by, to, amount) => `${by} drives a blow through ${to}'s guard for ${amount}.`,
  (by, to, amount) => `Steel rings; ${by}'s edge finds ${to} and takes ${amount}.`,
  (by, to, amount) => `${by} feints low and strikes high: ${amount} off ${to}.`,
  (by, to, amount) => `${to} turns too late, and ${by} makes it cost ${amount}.`,
  (by, to, amount) => `With a grunt ${by} shoulders in and deals ${to} ${amount}.`,
  (by, to, amount) => `A short, ugly cut from ${by} leaves ${to} ${amount} the poorer.`,
  (by, to, amount) => `${by} hammers at ${to} as if at cold iron, and ${amount} of it tells.`,
  (by, to, amount) => `Sparks fly from ${to}'s shoulder where ${by} lands ${amount}.`,
];

const CRITICAL: readonly PhraseTemplate[] = [
  (by, to, amount) => `A blow to be sung of! ${by} catches ${to} in full swing for ${amount}.`,
  (by, to, amount) => `${by} sees the gap in ${to}'s armor and does not waste it: a critical ${amount}.`,
  (by, to, amount) => `The ring gasps as ${by} all but fells ${to}: a critical blow, ${amount}.`,
  (by, to, amount) => `Like a hammer on white-hot steel, ${by} breaks over ${to}: critical, ${amount}.`,
  (by, to, amount) => `${to} is lifted off the ground. Critical: ${by} takes ${amount} in one stroke.`,
];

const LAST_BLOW: readonly PhraseTemplate[] = [
  (by, to, amount) => `One more stroke, ${amount} deep, and ${to} goes down at ${by}'s feet.`,
  (by, to, amount) => `${by} puts everything into the last blow. ${amount}, and ${to} does not get up.`,
  (by, to, amount) => `${to}'s knees give under the ${amount} that ${by} brings down on them.`,
  (by, to, amount) => `${to} sways, and ${by} ends it with ${amount}: the embers hiss where ${to} falls.`,
  (by, to, amount) => `The final ${amount} from ${by}. ${to}'s weapon clatters across the stones.`,
];

const MISS: readonly PhraseTemplate[] = [
  (by, to) => `${by} swings wide; ${to} feels only the wind of it.`,
  (by, to) => `${to} slips aside, and ${by}'s blow bites into the cobbles.`,
  (by, to) => `${by} overreaches. ${to} is simply not there any more.`,
  (by, to) => `A clean parry from ${to}: ${by} strikes nothing but sparks.`,
  (by, to) => `Smoke stings ${by}'s eyes, and the stroke misses ${to} by a hand.`,
  (by, to) => `${by} hesitates for a heartbeat, and ${to} is out of reach.`,
  (by, to) => `${to} gives a step of ground, and ${by} cuts the torchlight in two.`,
];

const HEAL: readonly PhraseTemplate[] = [
  (by, _, amount) => `${by} draws a slow breath by the fire and steadies: ${amount} health back.`,
  (by, _, amount) => `${by} binds the worst of it with a strip of cloak and wins back ${amount}.`,
  (by, _, amount) => `Jaw set, ${by} shakes off the pain and recovers ${amount}.`,
  (by, _, amount) => `${by} steps back, spits, and finds ${amount} more to give.`,
];

const DRINK: readonly PhraseTemplate[] = [
  (by, _, amount, item) => `${by} pulls the cork with their teeth: the ${item} gives back ${amount}.`,
  (by, _, amount, item) => `The ${item} goes down like warm light. ${by} regains ${amount}.`,
  (by, _, amount, item) =>
    `${by} empties the ${item} between two breaths and is ${amount} the better for it.`,
];

const THROW: readonly PhraseTemplate[] = [
  (by, to, amount, item) => `${by} hurls the ${item}; fire runs over ${to} and takes ${amount}.`,
  (by, to, amount, item) => `The ${item} bursts at ${to}'s feet: ${amount}, and no armor helps. ${by} grins.`,
  (by, to, amount, item) => `A flash lights the whole yard. ${by}'s ${item} burns ${to} for ${amount}.`,
];

const THROW_LAST: readonly PhraseTemplate[] = [
  (by, to, amount, item) => `${by}'s ${item} breaks over ${to}: ${amount}, and only smoke is left standing.`,
  (by, to, amount, item) =>
    `The ${item} leaves ${by}'s hand, and ${to} never sees it: the last ${amount} burn away.`,
];

const BOOST: readonly PhraseTemplate[] = [
  (by, _to, _amount, item) => `${by} makes use of the ${item}, and the next blows will tell.`,
  (by, _to, _amount, item) => `${by} readies the ${item}. Something in the air of the ring has changed.`,
];

const SYNC: readonly PhraseTemplate[] = [
  (by, _, amount) => `Word from beyond the ring: ${by} now stands at ${amount} health.`,
  (by, _, amount) => `The night has other business with ${by}, who now has ${amount} health.`,
];

const OVER: readonly PhraseTemplate[] = [
  (by, to) => `It is done. ${by} stands over ${to}, and the hold roars.`,
  (by, to) => `${by} lowers the blade. Victory over ${to}, and the forge is fed again.`,
  (by, to) => `Fists beat on shields: ${by} has won, and ${to} is carried to the fireside.`,
  (by, to) => `The ring breaks up. Tonight they drink to ${by}; ${to} will want to forget it.`,
];

const ABANDONED: readonly PhraseTemplate[] = [
  (by, to) => `The torches have burnt out. ${to} never came back, so the fight is ${by}'s.`,
];

const ENDED: readonly PhraseTemplate[] = [
  (by, to) => `${to} has left the ring for good. The fight goes to ${by}.`,
];

function phrasesFor(line: UnnarratedLine, meaning: LineContext): readonly PhraseTemplate[] {
  switch (line.kind) {
    case 'begin':
      return BEGIN;
    case 'hit':
      if (meaning.last) return LAST_BLOW;
      return line.critical ? CRITICAL : HIT;
    case 'miss':
      return MISS;
    case 'heal':
      return HEAL;
    case 'item':
      if (line.by !== line.to) return meaning.last ? THROW_LAST : THROW;
      return line.amount > 0 ? DRINK : BOOST;
    case 'sync':
      return SYNC;
    case 'over':
      if (meaning.reason === 'abandoned') return ABANDONED;
      return meaning.reason === 'ended' ? ENDED : OVER;
  }
}

/**
 * Return a log line as text. The phrase depends only on the fight, the exchange and the line's number, so
 * that everyone reads the same text. Consecutive blows never use the same phrase. The exchange counts because
 * blows come in pairs; otherwise each fighter would get only every second phrase.
 */
export function narrate(line: UnnarratedLine, names: Names, fightId: number, meaning: LineContext): string {
  const phrases = phrasesFor(line, meaning);
  const phrase = phrases[(fightId + line.seq + line.exchange) % phrases.length]!;
  const item = line.itemId === null ? undefined : itemById(line.itemId);
  return phrase(names.by, names.to, line.amount, item?.name ?? '');
}
