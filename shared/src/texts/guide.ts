import { COIN_PACKS, priceText } from '../checkout/packs.ts';
import { LAST_EXCHANGE } from '../combat/create-rules.ts';
import { HEAL_SHARE, manualHealAmount } from '../combat/heal.ts';
import { ODDS } from '../combat/odds.ts';
import { REWARD_CONSTANTS } from '../combat/rewards.ts';
import { STRIKE_CONSTANTS, statFactor } from '../combat/strike.ts';
import { formatCount } from '../format-number.ts';
import { BASE_GEAR_STEP } from '../items/base-gear.ts';
import { itemById, STARTER_ITEMS } from '../items/catalogue.ts';
import { SALE_SHARE, saleValue } from '../items/trade.ts';
import { experienceForWin, HEALTH_GROWTH, MAX_LEVEL, statsFor } from '../levels/levels.ts';
import {
  ENERGY_MAX,
  ENERGY_PER_HOUR,
  FIGHT_ENERGY,
  HEAL_ENERGY,
  healthPerHour,
} from '../levels/regeneration.ts';
import { LIMITS } from '../limits.ts';
import { HOUR } from '../time-units.ts';

const first = statsFor(1);
const second = statsFor(2);
/** Health comes back in so many hours, energy too, from nothing to all. */
const HEALTH_HOURS = first.maxHealth / healthPerHour(first.maxHealth);
const ENERGY_HOURS = ENERGY_MAX / ENERGY_PER_HOUR;
/** What the price of selling back is shown by: the Nightforge Greatsword. */
const RESALE_EXAMPLE = itemById(7)!;
/** Points of attack that a blow's weight is shown for. */
const POINTS_SHOWN = 5;

const percent = (share: number) => `${Math.round(share * 100)} %`;
const perHundred = (share: number) => `${Math.round(share * 100)} in 100`;
const more = (factor: number) => `+${percent(factor - 1)}`;
const usual = (level: number) => Math.round(STRIKE_CONSTANTS.share * statsFor(level).maxHealth);
/** A number as the guide shows it: 1.3, 0.671. */
const formatDecimal = (value: number) => String(Math.round(value * 1_000) / 1_000);
const pack = STARTER_ITEMS.map(({ itemId, quantity }) => `${quantity} × ${itemById(itemId)?.name}`);

/** /guide: how fights, levels and coins work. No number of the rules is written here: each is read from them. */
export const GUIDE = {
  title: 'How the game works',
  lead: 'Fights, levels and coins, with the numbers that decide them. This page reads each of them from the rules that the fights are fought by.',
  contents: 'On this page',

  fights: {
    title: 'How a fight goes',
    paragraphs: [
      `Open somebody’s profile and press Challenge. To begin costs ${FIGHT_ENERGY} energy. Each attack is one exchange: you strike, and an opponent who still stands strikes back.`,
      'Your opponent need not be there: their character answers each of your blows. An opponent who is there can strike, heal and use items as you can, and you both see everything at once.',
    ],
    points: [
      `Before each exchange that you begin you may heal or use an item: ${formatCount(LIMITS.combat.healsPerFight, 'time')} in a fight, of which ${LIMITS.combat.itemsPerFight} may be an item.`,
      `A heal costs ${HEAL_ENERGY} energy and gives back ${percent(HEAL_SHARE)} of your full health: ${manualHealAmount(first.maxHealth)} of ${first.maxHealth} at level 1.`,
      `The fight ends when one of you is at 0. If you both still stand after exchange ${LAST_EXCHANGE}, the one with the smaller share of their health left has lost.`,
      `Without an exchange for ${LIMITS.combat.abandonedAfterMs / HOUR} hours a fight is lost by the one who began it. Until then it waits for you under Fights.`,
    ],
  },

  blow: {
    title: 'What a blow does',
    paragraphs: [
      `Between two of the same strength a blow takes ${percent(STRIKE_CONSTANTS.share)} of full health: ${usual(1)} of ${first.maxHealth} at level 1, ${usual(MAX_LEVEL)} of ${statsFor(MAX_LEVEL).maxHealth} at level ${MAX_LEVEL}. This is what changes it:`,
    ],
    caption: 'What changes a blow',
    columns: ['What', 'By how much'],
    rows: [
      ['It misses', perHundred(STRIKE_CONSTANTS.miss)],
      [
        'It is critical',
        `${perHundred(STRIKE_CONSTANTS.critical)} that land, × ${STRIKE_CONSTANTS.criticalFactor}`,
      ],
      [
        'How well it falls',
        `× ${STRIKE_CONSTANTS.spread.min} to ${STRIKE_CONSTANTS.spread.max}, each as likely`,
      ],
      ['A point of attack more than their defense', more(STRIKE_CONSTANTS.point)],
      [
        `${POINTS_SHOWN} points more`,
        `${more(statFactor(POINTS_SHOWN))}; at most ${STRIKE_CONSTANTS.pointsAtMost} points count`,
      ],
      ['It strikes back', `${more(STRIKE_CONSTANTS.answerFactor)}, for being struck first`],
      [
        `From exchange ${STRIKE_CONSTANTS.furyAfter + 1} on`,
        `+${percent(STRIKE_CONSTANTS.furyPerExchange)} with each one, so that every fight ends`,
      ],
    ],
    after: [
      `A weapon adds to attack, an armor to defense. The best one of each counts, without being put on, as it was when the fight began. The hold lends everybody plain steel that gets a point better every ${BASE_GEAR_STEP} levels; what you buy counts as long as it is better, and each piece says until when.`,
      `So two equals win half of their fights, whoever begins. Two levels more win ${ODDS.twoAbove.min} to ${ODDS.twoAbove.max} in 100, five levels more at least ${ODDS.fiveAbove}. All that coins can buy wins at most ${ODDS.bought} in 100 more against an equal who owns nothing. We hold the rules to this with thousands of fights each time we change them.`,
    ],
  },

  example: {
    title: 'A fight, blow by blow',
    intro: (one: string, other: string) =>
      `${one} challenges ${other}. Both are at level 1, have ${first.maxHealth} health and own nothing. Your browser has fought this fight just now, by the rules of the game; only the seed was chosen by us, so that you see one of everything.`,
    label: 'The example, line by line',
    exchange: (exchange: number) => `Exchange ${exchange}`,
    missed: (drawn: number) => `Drew ${formatDecimal(drawn)}: below ${STRIKE_CONSTANTS.miss}, a miss.`,
    hit: (
      draws: readonly number[],
      factors: readonly number[],
      line: { critical: boolean; amount: number },
    ) => {
      const critical = line.critical ? `below ${STRIKE_CONSTANTS.critical}, so critical` : 'not critical';
      const amount = Math.round(factors.reduce((product, factor) => product * factor, 1));
      const left = amount > line.amount ? `, and ${line.amount} were left` : '';
      return `Drew ${draws.map(formatDecimal).join(', ')}: lands, ${critical}; ${factors.map(formatDecimal).join(' × ')} = ${amount}${left}.`;
    },
    legend: `Of three numbers between 0 and 1 the first says whether a blow lands, the second whether it is critical, the third how well it falls. ${usual(1)} is what a blow takes at level 1, ${STRIKE_CONSTANTS.answerFactor} is for striking back, ${STRIKE_CONSTANTS.criticalFactor} for a critical blow.`,
  },

  fair: {
    title: 'How to check that a fight was fair',
    paragraphs: [
      'Before the first blow the server draws a secret seed and shows you its hash, a fingerprint that fits no other seed. After that it looks at a number that your own browser may add. Every chance of the fight is computed from these two, and when the fight is over the seed is shown.',
    ],
    steps: [
      'Choose “Verify this fight” when a fight is over. You find it later in your Coin history and in the Recent Activity of whoever won; any fight that is over has its page at /fights/ and its number.',
      'Your browser fetches the seed and everything that was done, and fights the whole fight again. The server has no part in it.',
      'Each check has a mark: the seed fits the hash shown before the first blow, each blow follows from the seed, health and winner are as they were recorded. If one does not match, tell support.',
    ],
    byHand: 'By hand, without us',
    byHandText: (draw: number, exchange: number) =>
      `Draw ${draw} of exchange ${exchange} in the fight above, in a terminal with OpenSSL:`,
    byHandResult: (digits: string, value: number) =>
      `The answer begins with ${digits}. That number, divided by 2⁴⁸, is ${value}: what the first blow drew.`,
    seedHash: 'The hash that would have been shown before this fight:',
  },

  levels: {
    title: 'Levels',
    paragraphs: [
      `Victories bring experience, and experience brings levels, up to ${MAX_LEVEL}. Each level adds ${second.attack - first.attack} to attack, ${second.defense - first.defense} to defense and ${percent(HEALTH_GROWTH - 1)} to full health. Your first victory is a level.`,
    ],
    caption: 'Levels',
    allCaption: 'All levels',
    all: `All ${MAX_LEVEL} levels`,
    columns: ['Level', 'Experience', 'Attack', 'Defense', 'Health'],
    /** The levels of the short table. */
    shown: [1, 2, 3, 5, 10, 20, 30, 40, 50, MAX_LEVEL],
  },

  rewards: {
    title: 'What a victory pays',
    paragraphs: [
      `The first victory over an equal of your level pays ${experienceForWin(1)} experience at level 1 and ${experienceForWin(10)} at level 10. Each level that your opponent stands above you adds ${percent(REWARD_CONSTANTS.perLevel)}, each level below takes as much away; double is the most. A victory that pays at all brings ${formatCount(REWARD_CONSTANTS.coins, 'coin')}. A defeat costs and pays nothing. Who challenged whom makes no difference.`,
      `Beating the same player again pays less each time for ${LIMITS.combat.rewardWindowMs / HOUR} hours, down to nothing after ${REWARD_CONSTANTS.paidWins} victories.`,
    ],
    tableIntro: (level: number) => `At level ${level} a first victory pays:`,
    caption: 'What a first victory pays',
    level: 10,
    /** How many levels the opponents of the table stand above the winner. */
    gaps: [-7, -5, -2, 0, 2, 5, 7],
    columns: ['You beat', 'Experience', 'Coins'],
    opponent: (level: number) => `Level ${level}`,
  },

  energy: {
    title: 'Health and energy',
    points: [
      `Energy: at most ${ENERGY_MAX}, and ${ENERGY_PER_HOUR} an hour come back. An empty player is rested after ${formatCount(ENERGY_HOURS, 'hour')}.`,
      `Health: all of it comes back within ${formatCount(HEALTH_HOURS, 'hour')}, from 0 too, but not while a fight that you began is open.`,
      `Between fights a heal costs ${HEAL_ENERGY} energy as well. Potions heal, and meals bring energy.`,
      'Both come back while you are away. Nothing is gained by looking in more often.',
    ],
  },

  coins: {
    title: 'Coins',
    paragraphs: [
      `You begin with ${LIMITS.startCoins} coins and ${pack.join(' and ')}. After that one victory is ${formatCount(REWARD_CONSTANTS.coins, 'coin')}, and prices are made for that: what the store sells at your level can be earned by the time you reach it.`,
    ],
    caption: 'What things cost',
    columns: ['What', 'Kinds', 'Coins'],
    types: {
      potion: 'Potions',
      weapon: 'Weapons',
      armor: 'Armor',
      utility: 'Things to throw, boosts, meals',
    },
    range: (min: number, max: number) => `${min} to ${max}`,
    points: [
      `The store buys things back for 1 coin in ${SALE_SHARE} of their price, rounded down: ${saleValue(RESALE_EXAMPLE)} of ${RESALE_EXAMPLE.price} for a ${RESALE_EXAMPLE.name}.`,
      `Coins can be bought too: ${COIN_PACKS.map(({ coins, cents }) => `${coins} for ${priceText(cents)}`).join(', ')}. They buy nothing that cannot be earned, and are non-refundable.`,
      'Every coin that comes or goes stands in your Coin history, which is never rewritten.',
    ],
  },

  more: 'Something is missing?',
  moreFaq: 'Questions and answers',
  moreSupport: 'Ask support',
} as const;
