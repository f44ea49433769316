import { COIN_PACKS } from '../checkout/packs.ts';
import { FIRST_LESSON_LEVEL, LESSON_COINS, LESSONS } from '../fights/lessons.ts';
import { DAMAGE, HEAVY_FOCUS } from '../fights/moves.ts';
import {
  FIGHT_NUMBERS,
  FOCUS_MAX,
  HEAL_SHARE_OUTSIDE,
  manualHealAmount,
  pointFactor,
  STYLE_LINES_MAX,
} from '../fights/numbers.ts';
import { ODDS } from '../fights/odds.ts';
import { PARTNER_IDS } from '../fights/practice.ts';
import { RANKED } from '../fights/ranked.ts';
import { DEFEAT_NUMBERS, REWARD_NUMBERS } from '../fights/rewards.ts';
import { DEFAULT_TEMPERAMENT, STYLE_MOVES, TELEGRAPH_PERCENT, TEMPERAMENTS } from '../fights/style.ts';
import { formatDecimal, formatPercent, formatPrice } from '../format-decimal.ts';
import { formatLabels, formatList } from '../format-list.ts';
import { formatCount, formatNumber } from '../format-number.ts';
import { GOAL_COINS } from '../goals/goals.ts';
import { TITLES } from '../goals/titles.ts';
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
import { HOUR, SECOND } from '../time-units.ts';
import { MOVE_NAMES as FIGHT_MOVE_NAMES, TELEGRAPHS } from './combat.ts';
import { lineInWords } from './fight-style.ts';
import { FIGHTS_TEXTS } from './fights.ts';

const first = statsFor(1);
const second = statsFor(2);
/** Hours that health and energy need to regenerate from 0 to full. */
const HEALTH_HOURS = first.maxHealth / healthPerHour(first.maxHealth);
const ENERGY_HOURS = ENERGY_MAX / ENERGY_PER_HOUR;
/** The item in the example of a resale price: the Nightforge Greatsword. */
const RESALE_EXAMPLE = itemById(7)!;
/** Points by which attack exceeds defense in the example row of the table “What changes the damage”. */
const POINTS_SHOWN = 5;

const percent = (share: number) => formatPercent(share * 100);
const perHundred = (share: number) => `${Math.round(share * 100)} in 100`;
const more = (factor: number) => `+${percent(factor - 1)}`;
const seconds = (ms: number) => formatCount(ms / SECOND, 'second');
const MOVE_NAMES = {
  strike: 'Strike',
  guard: 'Guard',
  feint: 'Feint',
  heavy: 'Heavy',
  heal: 'Heal or item',
} as const;
/**
 * Rows of the damage table: for each move of the player against each move of the opponent, the damage that the player
 * deals and takes, in percent of full health.
 */
const damageRows = STYLE_MOVES.map((own) => [
  MOVE_NAMES[own],
  ...STYLE_MOVES.map((other) => `${DAMAGE[own][other]}\u00a0:\u00a0${DAMAGE[other][own]}`),
]);
const decimal = (value: number) => formatDecimal(value, 3);
const coinPrices = COIN_PACKS.map(({ coins, cents }) => `${coins} for ${formatPrice(cents)}`);
const pack = STARTER_ITEMS.map(({ itemId, quantity }) => `${quantity} × ${itemById(itemId)?.name}`);

/** Texts of /guide. Most numbers are computed from the game's rules, so that they cannot become outdated. */
export const GUIDE = {
  title: 'How the game works',
  lead: 'How fights, levels and coins work. Every number on this page comes from the rules of the game.',
  contents: 'On this page',

  fights: {
    title: 'How a fight works',
    paragraphs: [
      `Open a player’s profile, press Challenge, and start the fight. Starting a fight costs ${FIGHT_ENERGY} energy. In each exchange you and your opponent choose a move in secret, and both moves are revealed together. Choosing faster gives no advantage.`,
      `Nine in ten fights between equal players take ${ODDS.exchanges.min} to ${ODDS.exchanges.max} exchanges.`,
    ],
    points: [
      `If your move beats your opponent’s, as in the picture, you gain 1 focus. You start with none and can have up to ${FOCUS_MAX}. Both players can see each other’s focus.`,
      `Heavy costs ${HEAVY_FOCUS} focus. Guard is the best answer to it; with Strike or Heavy, you at least hit back. The button for Strike is called Attack.`,
      `A heal costs ${HEAL_ENERGY} energy and restores ${percent(FIGHT_NUMBERS.healShare)} of your full health. You can heal ${formatCount(FIGHT_NUMBERS.heals, 'time')} per fight, but not at full health. You heal first, and then your opponent’s move takes effect: Strike and Feint do half damage, and Heavy does full damage. So heal when they can’t use Heavy.`,
      `You can use ${formatCount(FIGHT_NUMBERS.items, 'item')} per fight. Like a heal, an item replaces your move.`,
      'The fight ends when one of you is at 0 health. If you both reach 0 in the same exchange, the player who is less far below 0, as a percentage of full health, wins with 1 health.',
      `If you’re both still standing after exchange ${FIGHT_NUMBERS.lastExchange}, the player with the higher percentage of health wins.`,
      'In a fight that you start, you use your current health, and keep what is left of it. A challenged player starts at full health, and the damage they take doesn’t carry over after the fight.',
      `To give up, press the flag at the top of the fight or, if you started the fight, “${FIGHTS_TEXTS.giveUp}” on the Fights page. You then lose the fight.`,
      `After ${formatCount(LIMITS.combat.abandonedAfterMs / HOUR, 'hour')} without an exchange, the player who started the fight loses. Until then, the fight stays under Fights.`,
    ],
  },

  live: {
    title: 'Opponents online and away',
    paragraphs: [
      `If your opponent is online, they get your challenge and can accept it within ${seconds(LIMITS.combat.challengeMs)}. Then you both choose. If they’re offline or don’t accept, their style chooses for them.`,
      `In a live fight you have ${seconds(LIMITS.combat.choiceMs)} for each move, and ${seconds(LIMITS.combat.bankMs)} of extra time for the whole fight. If you don’t choose in time, your style does. In Settings, you can choose who can challenge you live, and double the time for each move.`,
    ],
    rankedTitle: 'Ranked fights',
    rankedText: `On the Ranked fights page, the site finds you an opponent with a similar rating. You both fight at level ${RANKED.level}, with full health, basic gear and a lent ${itemById(RANKED.itemId)!.name}. Only your rating changes: these fights cost no energy, and pay no XP or coins. If you miss two moves in a row, you lose.`,
    rankedLink: 'Ranked fights',
    styleTitle: 'Your style',
    styleText: `A style has up to ${STYLE_LINES_MAX} lines. Each line has conditions, and a percentage for each move. The first line whose conditions are met applies. Choose Careful, Bold, Tricky or Patient, or write your own lines. On the Fight style page, you can test your style in hundreds of simulated fights. A heal that your style chooses costs no energy.`,
    styleSeen: `If an absent player’s style gives a move ${TELEGRAPH_PERCENT}% or more, you see a sign of that move in advance:`,
    signsCaption: 'Signs of the next move',
    signsColumns: ['You see', 'It means'],
    signs: STYLE_MOVES.map((move) => [TELEGRAPHS[move]('Ysolde'), FIGHT_MOVE_NAMES[move]]),
    styleExample: 'This is Careful, the style of players who haven’t chosen one:',
    styleLines: TEMPERAMENTS[DEFAULT_TEMPERAMENT].map(lineInWords),
    styleLink: 'Fight style',
    practiceTitle: 'Practice',
    practiceText: `In Practice, ${formatCount(PARTNER_IDS.length, 'sparring partner')} from novice to master are always available. Practice fights are free and don’t count. ${formatCount(LESSONS.length, 'short lesson')} teach the basics. Each pays ${formatCount(LESSON_COINS, 'coin')} the first time, and the first lesson takes you to level ${FIRST_LESSON_LEVEL}.`,
    practiceLink: 'Practice',
  },

  blow: {
    title: 'What a move does',
    paragraphs: [
      'The table shows what your move does to your opponent and what theirs does to you, as a percentage of full health, between two equal players.',
    ],
    movesCaption: 'Your move against your opponent’s',
    movesColumns: ['Your move', ...STYLE_MOVES.map((move) => MOVE_NAMES[move])],
    moves: damageRows,
    caption: 'What changes the damage',
    columns: ['What happens', 'Effect'],
    rows: [
      ['The move misses', perHundred(FIGHT_NUMBERS.miss)],
      [
        'The hit is critical',
        `${perHundred(FIGHT_NUMBERS.critical)} hits, × ${FIGHT_NUMBERS.criticalFactor}`,
      ],
      ['Random strength', `× ${1 - FIGHT_NUMBERS.spread} to ${1 + FIGHT_NUMBERS.spread}, all equally likely`],
      ['Each point of attack above the opponent’s defense', more(FIGHT_NUMBERS.point)],
      [
        `${POINTS_SHOWN} points above`,
        `${more(pointFactor(POINTS_SHOWN))}; at most ${FIGHT_NUMBERS.pointsAtMost} points count`,
      ],
      [
        `Fury, from exchange ${FIGHT_NUMBERS.furyAfter + 1} on`,
        `+${percent(FIGHT_NUMBERS.furyPerExchange)} with each exchange, so that every fight ends`,
      ],
    ],
    after: [
      `A weapon adds to attack, and armor adds to defense. The best weapon and the best armor that you own when the fight starts count automatically; you don’t have to equip anything. Everyone also gets basic gear that improves by a point every ${BASE_GEAR_STEP} levels. A weapon or armor you buy counts as long as it’s better than your basic gear. Its description names the last level at which it’s better.`,
      `Two equal players who play equally well each win half of their fights. In 100 fights, a player one level higher wins ${ODDS.oneAbove.min} to ${ODDS.oneAbove.max}, a player two levels higher wins ${ODDS.twoAbove.min} to ${ODDS.twoAbove.max}, and a player five levels higher wins at least ${ODDS.fiveAbove}. With the best items that coins can buy, you win ${ODDS.bought.min} to ${ODDS.bought.max} more fights in 100 than without them, against an equal opponent who owns nothing. Whenever the rules change, thousands of simulated fights check these numbers.`,
    ],
  },

  example: {
    title: 'An example fight, move by move',
    intro: (one: string, other: string) =>
      `${one} challenges ${other}. Both are at level 1, have ${first.maxHealth} health and no items, and their styles choose the moves. Your browser has just computed this fight with the rules of the game. Only the seed was picked by hand, so that the example shows every kind of event.`,
    label: 'Example fight',
    exchange: (exchange: number) => `Exchange ${exchange}`,
    missed: (name: string, drawn: number) =>
      `${name} drew ${decimal(drawn)}: below ${FIGHT_NUMBERS.miss}, a miss.`,
    hit: (
      name: string,
      draws: readonly number[],
      factors: readonly number[],
      blow: { critical: boolean; damage: number },
    ) => {
      const critical = blow.critical
        ? `critical, because the second number is below ${FIGHT_NUMBERS.critical}`
        : 'not critical';
      return `${name} drew ${draws.map(decimal).join(', ')}: a hit, ${critical}; ${factors.map(decimal).join(' × ')} = ${blow.damage}.`;
    },
    legend: `Each move that does damage gets three random numbers between 0 and 1. The first decides whether the move hits, the second decides whether the hit is critical, and the third varies the damage. The damage is a product: its first factor is the damage from the table, and a factor of ${FIGHT_NUMBERS.criticalFactor} means a critical hit.`,
  },

  fair: {
    title: 'How to check that a fight was fair',
    paragraphs: [
      'When a fight opens, the server draws a secret seed and shows you its hash, a fingerprint that matches no other seed. With the first move, each player’s browser adds a number of its own. Every random result of the fight is computed from the seed and these numbers. When the fight is over, the seed is shown.',
      'Only the server knows the seed during a fight, so it can compute in advance what the style of an absent player will choose. The page of a fight shows a note if a player’s browser added no number.',
    ],
    steps: [
      'Choose “Verify this fight” at the end of the fight. You can also open the fight’s page later: choose Replay next to the fight under Fights, or follow the link in your Coin history or the winner’s Recent Activity. The page also has a replay and a review. In Settings, you choose who can watch your fights.',
      'Your browser fetches the seed and what both players did, then recomputes the whole fight without the server.',
      'The page then shows the result of each check: whether the seed matches the hash shown before the first move, whether each result follows from the seed, and whether health and winner match the record. If a check fails, write to support.',
    ],
    byHand: 'Check it by hand',
    byHandText: (draw: number, exchange: number) =>
      `To compute draw ${draw} of exchange ${exchange} of the example fight, run this in a terminal with OpenSSL:`,
    byHandResult: (digits: string, value: number) =>
      `The output begins with ${digits}. That number, divided by 2⁴⁸, is ${value}: the first draw of the first exchange.`,
    seedHash: 'The hash that would be shown before this fight:',
  },

  levels: {
    title: 'Levels',
    paragraphs: [
      `Winning fights earns experience, and experience raises your level, up to ${MAX_LEVEL}. Each level adds ${second.attack - first.attack} to attack, ${second.defense - first.defense} to defense and ${percent(HEALTH_GROWTH - 1)} to full health. At level 1, a win in which you take all of your opponent’s health raises your level.`,
    ],
    caption: 'Levels',
    allCaption: 'All levels',
    all: `All ${MAX_LEVEL} levels`,
    columns: ['Level', 'Experience', 'Attack', 'Defense', 'Health'],
    /** The levels in the table that is always visible; a second table lists all levels. */
    shown: [1, 2, 3, 5, 10, 20, 30, 40, 50, MAX_LEVEL],
  },

  rewards: {
    title: 'What a fight pays',
    paragraphs: [
      `The first win over a player of your own level pays ${experienceForWin(1)} experience at level 1 and ${experienceForWin(10)} at level 10. Each level that your opponent is above you adds ${percent(REWARD_NUMBERS.perLevel)}, for up to ${formatCount(REWARD_NUMBERS.maxLevelsAbove, 'level')}, and each level below you subtracts ${percent(REWARD_NUMBERS.perLevel)}. Experience also depends on the share of their health that you took. If you took at least ${percent(REWARD_NUMBERS.coinShare)}, the win also pays 1 coin. If you were challenged, a win pays only if you chose at least one move.`,
      `Beating the same player again within ${formatCount(LIMITS.combat.rewardWindowMs / HOUR, 'hour')} pays less each time, down to nothing after ${formatCount(REWARD_NUMBERS.paidWinsPerOpponent, 'win')}. At most ${formatCount(REWARD_NUMBERS.paidWinsPerDay, 'win')} a day pay anything, and at most ${REWARD_NUMBERS.paidWinsOverNewAccounts} of these wins can be against new accounts.`,
      `A defeat pays up to ${DEFEAT_NUMBERS.xp} experience if you chose at least ${DEFEAT_NUMBERS.minChosen} moves, took at least ${percent(DEFEAT_NUMBERS.minShare)} of your opponent’s health and didn’t give up. Defeats pay at most ${formatCount(DEFEAT_NUMBERS.perDay, 'time')} a day, and only once a day against the same opponent.`,
    ],
    tableIntro: (level: number) => `At level ${level}, a first win pays:`,
    caption: 'What a first win pays',
    level: 10,
    /** For each row of the table, the level of the opponent minus the level of the winner. */
    gaps: [-7, -5, -2, 0, 2, 3, 5],
    columns: ['You beat', 'Experience', 'Coins'],
    opponent: (level: number) => `Level ${level}`,
  },

  energy: {
    title: 'Health and energy',
    points: [
      `Energy: at most ${ENERGY_MAX}. You regain ${ENERGY_PER_HOUR} an hour: from 0 to full in ${formatCount(ENERGY_HOURS, 'hour')}.`,
      `Health: you regain it from 0 to full in ${formatCount(HEALTH_HOURS, 'hour')}, but not while a fight you started is open.`,
      `Outside fights, a heal costs ${HEAL_ENERGY} energy and restores ${percent(HEAL_SHARE_OUTSIDE)} of your full health. At level 1, that is ${manualHealAmount(first.maxHealth)} of ${first.maxHealth} health. Potions restore health, and meals restore energy.`,
      'Health and energy come back even while you’re away.',
    ],
  },

  coins: {
    title: 'Coins',
    paragraphs: [
      `You start with ${formatCount(LIMITS.startCoins, 'coin')}, ${formatList(pack)}. After that, a win pays 1 coin if you took at least ${percent(REWARD_NUMBERS.coinShare)} of your opponent’s health. Prices are set so that your wins pay for the best gear of each level by the time you reach that level.`,
    ],
    caption: 'What things cost',
    columns: ['Type', 'Items', 'Coins'],
    types: {
      potion: 'Potions',
      weapon: 'Weapons',
      armor: 'Armor',
      utility: 'Throwables, boosts, meals',
    },
    range: (min: number, max: number) => `${formatNumber(min)} to ${formatNumber(max)}`,
    points: [
      `The Store buys items back for 1/${SALE_SHARE} of their price, rounded down: ${formatCount(saleValue(RESALE_EXAMPLE), 'coin')} for a ${RESALE_EXAMPLE.name}, which costs ${RESALE_EXAMPLE.price}.`,
      `You can also buy coins: ${formatLabels(coinPrices)}. You can get everything in the Store without buying coins. Bought coins are non-refundable.`,
      'Your Coin history lists every coin you receive or spend. Past entries never change.',
    ],
  },

  goals: {
    title: 'Goals and titles',
    paragraphs: [
      `You get three new goals every day, and one more goal every Monday. Some goals appear only once you’ve reached a certain level or fought enough. A daily goal pays ${formatCount(GOAL_COINS.day, 'coin')}, and a weekly goal pays ${formatCount(GOAL_COINS.week, 'coin')}. Claim the coins on the dashboard, on the same day or later.`,
      'For each goal, actions towards the same player count only once a day. Each kind of content you publish also counts only once a day. Fights against new accounts don’t count, nor do fights that a player gives up or abandons.',
    ],
    points: [
      'A day with a completed daily goal adds to your streak. If you miss a day, a freeze saves your streak. You get one freeze a week.',
      'Your day ends at midnight in your time zone. After you travel, the new time zone applies from your next day.',
      `There are ${TITLES.length} titles to earn. They give no advantage in a fight. Choose one on your profile, and others see it there and in your fights.`,
    ],
  },

  more: 'Is something missing?',
  moreFaq: 'Questions and answers',
  moreSupport: 'Ask support',
} as const;
