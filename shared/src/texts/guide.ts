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
/** Hours in which health and energy regenerate from 0 to full. */
const HEALTH_HOURS = first.maxHealth / healthPerHour(first.maxHealth);
const ENERGY_HOURS = ENERGY_MAX / ENERGY_PER_HOUR;
/** The item in the example of a resale price: the Nightforge Greatsword. */
const RESALE_EXAMPLE = itemById(7)!;
/** Points of attack in the example of their effect on an attack's damage. */
const POINTS_SHOWN = 5;

const percent = (share: number) => `${Math.round(share * 100)}%`;
const perHundred = (share: number) => `${Math.round(share * 100)} in 100`;
const more = (factor: number) => `+${percent(factor - 1)}`;
const usual = (level: number) => Math.round(STRIKE_CONSTANTS.share * statsFor(level).maxHealth);
/** Format a number with at most three decimals: 1.3, 0.671. */
const formatDecimal = (value: number) => String(Math.round(value * 1_000) / 1_000);
const pack = STARTER_ITEMS.map(({ itemId, quantity }) => `${quantity} × ${itemById(itemId)?.name}`);

/** Texts of /guide. All numbers are computed from the game's rules, so that they cannot become outdated. */
export const GUIDE = {
  title: 'How the game works',
  lead: 'Fights, levels and coins, with the numbers that decide them. This page takes every number from the rules of the game.',
  contents: 'On this page',

  fights: {
    title: 'How a fight works',
    paragraphs: [
      `Open a player’s profile and press Challenge. Starting a fight costs ${FIGHT_ENERGY} energy. Each attack is one exchange: you attack, and if your opponent is still standing, they attack back.`,
      'Your opponent doesn’t have to be online: their character answers each of your attacks. If they are online, they can attack, heal and use items just like you, and you both see everything live.',
    ],
    points: [
      `Before each exchange you start, you can heal or use an item: up to ${formatCount(LIMITS.combat.healsPerFight, 'time')} per fight, including at most ${formatCount(LIMITS.combat.itemsPerFight, 'item')}.`,
      `A heal costs ${HEAL_ENERGY} energy and restores ${percent(HEAL_SHARE)} of your full health: ${manualHealAmount(first.maxHealth)} of ${first.maxHealth} at level 1.`,
      `The fight ends when one of you is at 0 health. If you are both still standing after exchange ${LAST_EXCHANGE}, the player with the smaller percentage of their full health loses.`,
      `After ${formatCount(LIMITS.combat.abandonedAfterMs / HOUR, 'hour')} without an exchange, the player who started the fight loses. Until then it waits for you under Fights.`,
    ],
  },

  blow: {
    title: 'What an attack does',
    paragraphs: [
      `Between two players of the same strength, an attack takes ${percent(STRIKE_CONSTANTS.share)} of full health: ${usual(1)} of ${first.maxHealth} at level 1, ${usual(MAX_LEVEL)} of ${statsFor(MAX_LEVEL).maxHealth} at level ${MAX_LEVEL}. These things change it:`,
    ],
    caption: 'What changes an attack',
    columns: ['What happens', 'Effect'],
    rows: [
      ['The attack misses', perHundred(STRIKE_CONSTANTS.miss)],
      [
        'It is a critical hit',
        `${perHundred(STRIKE_CONSTANTS.critical)} hits, × ${STRIKE_CONSTANTS.criticalFactor}`,
      ],
      [
        'Random strength',
        `× ${STRIKE_CONSTANTS.spread.min} to ${STRIKE_CONSTANTS.spread.max}, all equally likely`,
      ],
      ['Each point of attack above their defense', more(STRIKE_CONSTANTS.point)],
      [
        `${POINTS_SHOWN} points above`,
        `${more(statFactor(POINTS_SHOWN))}; at most ${STRIKE_CONSTANTS.pointsAtMost} points count`,
      ],
      ['The defender attacks back', `${more(STRIKE_CONSTANTS.answerFactor)}, for being attacked first`],
      [
        `From exchange ${STRIKE_CONSTANTS.furyAfter + 1} on`,
        `+${percent(STRIKE_CONSTANTS.furyPerExchange)} with each exchange, so that every fight ends`,
      ],
    ],
    after: [
      `A weapon adds to attack, and armor adds to defense. The best of each that you own when the fight starts counts automatically; you don’t have to equip anything. Everyone also gets basic gear that improves by a point every ${BASE_GEAR_STEP} levels. The items you buy count for as long as they’re better, and each item shows how long that is.`,
      `As a result, two equal players each win half of their fights, whoever starts. A player two levels higher wins ${ODDS.twoAbove.min} to ${ODDS.twoAbove.max} fights in 100, five levels higher at least ${ODDS.fiveAbove}. Everything coins can buy wins at most ${ODDS.bought} more fights in 100 against an equal opponent who owns nothing. Whenever the rules change, thousands of fights check that this still holds.`,
    ],
  },

  example: {
    title: 'An example fight, attack by attack',
    intro: (one: string, other: string) =>
      `${one} challenges ${other}. Both are at level 1, have ${first.maxHealth} health and own nothing. Your browser has just computed this fight with the rules of the game. Only the seed was chosen, so that the example shows one of everything.`,
    label: 'Example fight',
    exchange: (exchange: number) => `Exchange ${exchange}`,
    missed: (drawn: number) => `Drew ${formatDecimal(drawn)}: below ${STRIKE_CONSTANTS.miss}, a miss.`,
    hit: (
      draws: readonly number[],
      factors: readonly number[],
      line: { critical: boolean; amount: number },
    ) => {
      const critical = line.critical ? `below ${STRIKE_CONSTANTS.critical}, so critical` : 'not critical';
      const amount = Math.round(factors.reduce((product, factor) => product * factor, 1));
      const left = amount > line.amount ? `, of which ${line.amount} health was left` : '';
      return `Drew ${draws.map(formatDecimal).join(', ')}: a hit, ${critical}; ${factors.map(formatDecimal).join(' × ')} = ${amount}${left}.`;
    },
    legend: `Each attack draws three numbers between 0 and 1: the first decides whether it hits, the second whether the hit is critical, the third its random strength. ${usual(1)} is the base damage at level 1, ${STRIKE_CONSTANTS.answerFactor} the factor for attacking back, and ${STRIKE_CONSTANTS.criticalFactor} the factor of a critical hit.`,
  },

  fair: {
    title: 'How to check that a fight was fair',
    paragraphs: [
      'Before the first attack, the server draws a secret seed and shows you its hash, a fingerprint that matches no other seed. Only then does it look at a number that your own browser may add. Every random result of the fight is computed from these two. When the fight is over, the seed is shown.',
    ],
    steps: [
      'When a fight is over, choose “Verify this fight”. You can find it later in your Coin history and in the Recent Activity of the winner. Every finished fight has a page at /fights/ followed by its number.',
      'Your browser fetches the seed and what both players did, and recomputes the whole fight. The server takes no part in this.',
      'Each check has a mark: the seed matches the hash shown before the first attack, each attack follows from the seed, and health and winner match the record. If a check fails, write to support.',
    ],
    byHand: 'Check it by hand',
    byHandText: (draw: number, exchange: number) =>
      `To compute draw ${draw} of exchange ${exchange} of the example fight, run this in a terminal with OpenSSL:`,
    byHandResult: (digits: string, value: number) =>
      `The output begins with ${digits}. That number, divided by 2⁴⁸, is ${value}: the first draw of the first attack.`,
    seedHash: 'The hash that would be shown before this fight:',
  },

  levels: {
    title: 'Levels',
    paragraphs: [
      `Winning fights earns experience, and experience raises your level, up to ${MAX_LEVEL}. Each level adds ${second.attack - first.attack} to attack, ${second.defense - first.defense} to defense and ${percent(HEALTH_GROWTH - 1)} to full health. Your first victory raises your level.`,
    ],
    caption: 'Levels',
    allCaption: 'All levels',
    all: `All ${MAX_LEVEL} levels`,
    columns: ['Level', 'Experience', 'Attack', 'Defense', 'Health'],
    /** Levels of the short table. */
    shown: [1, 2, 3, 5, 10, 20, 30, 40, 50, MAX_LEVEL],
  },

  rewards: {
    title: 'What a win pays',
    paragraphs: [
      `The first win over a player of your own level pays ${experienceForWin(1)} experience at level 1 and ${experienceForWin(10)} at level 10. Each level your opponent is above you adds ${percent(REWARD_CONSTANTS.perLevel)}, up to double, and each level below you takes away as much. Every win that pays experience also pays ${formatCount(REWARD_CONSTANTS.coins, 'coin')}. Losing costs nothing and pays nothing. It makes no difference which player started the fight.`,
      `Beating the same player again within ${formatCount(LIMITS.combat.rewardWindowMs / HOUR, 'hour')} pays less each time, down to nothing after ${formatCount(REWARD_CONSTANTS.paidWins, 'win')}.`,
    ],
    tableIntro: (level: number) => `At level ${level}, a first win pays:`,
    caption: 'What a first win pays',
    level: 10,
    /** Level of each opponent in the table, relative to the winner's. */
    gaps: [-7, -5, -2, 0, 2, 5, 7],
    columns: ['You beat', 'Experience', 'Coins'],
    opponent: (level: number) => `Level ${level}`,
  },

  energy: {
    title: 'Health and energy',
    points: [
      `Energy: at most ${ENERGY_MAX}. You regain ${ENERGY_PER_HOUR} an hour, and all of it within ${formatCount(ENERGY_HOURS, 'hour')}.`,
      `Health: you regain all of it within ${formatCount(HEALTH_HOURS, 'hour')}, even from 0, but none while a fight you started is open.`,
      `Outside fights a heal also costs ${HEAL_ENERGY} energy. Potions restore health, and meals restore energy.`,
      'Both come back while you’re away, however often you visit.',
    ],
  },

  coins: {
    title: 'Coins',
    paragraphs: [
      `You start with ${formatCount(LIMITS.startCoins, 'coin')} and ${pack.join(' and ')}. After that, each win pays ${formatCount(REWARD_CONSTANTS.coins, 'coin')}. Prices match that: by the time you reach a level, you can have earned what the Store sells at it.`,
    ],
    caption: 'What things cost',
    columns: ['Type', 'Items', 'Coins'],
    types: {
      potion: 'Potions',
      weapon: 'Weapons',
      armor: 'Armor',
      utility: 'Throwables, boosts, meals',
    },
    range: (min: number, max: number) => `${min} to ${max}`,
    points: [
      `The Store buys items back for 1/${SALE_SHARE} of their price, rounded down: ${formatCount(saleValue(RESALE_EXAMPLE), 'coin')} for a ${RESALE_EXAMPLE.name}, which costs ${RESALE_EXAMPLE.price}.`,
      `You can also buy coins: ${COIN_PACKS.map(({ coins, cents }) => `${coins} for ${priceText(cents)}`).join(', ')}. They buy nothing that you can’t earn, and are non-refundable.`,
      'Your Coin history lists every coin you receive or spend. It is never rewritten.',
    ],
  },

  more: 'Is something missing?',
  moreFaq: 'Questions and answers',
  moreSupport: 'Ask support',
} as const;
