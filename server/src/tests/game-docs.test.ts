import { readFileSync } from 'node:fs';
import path from 'node:path';
import { COIN_PACKS } from '@rivalhold/shared/checkout/packs.ts';
import type { Move } from '@rivalhold/shared/contract/combat.ts';
import { LESSON_COINS, LESSONS } from '@rivalhold/shared/fights/lessons.ts';
import { DAMAGE, focusAfter, HEAVY_FOCUS } from '@rivalhold/shared/fights/moves.ts';
import {
  FIGHT_NUMBERS,
  FOCUS_MAX,
  HEAL_SHARE_OUTSIDE,
  STYLE_LINES_MAX,
} from '@rivalhold/shared/fights/numbers.ts';
import { ODDS } from '@rivalhold/shared/fights/odds.ts';
import { PARTNER_IDS } from '@rivalhold/shared/fights/practice.ts';
import { DRAWS } from '@rivalhold/shared/fights/random.ts';
import { RANKED } from '@rivalhold/shared/fights/ranked.ts';
import { DEFEAT_NUMBERS, REWARD_NUMBERS } from '@rivalhold/shared/fights/rewards.ts';
import { RULES_VERSION } from '@rivalhold/shared/fights/rules.ts';
import { BASE_LEVELS } from '@rivalhold/shared/fights/simulation/bounds.ts';
import { GOAL_COINS_PER_DAY } from '@rivalhold/shared/fights/simulation/season.ts';
import { TELEGRAPH_PERCENT } from '@rivalhold/shared/fights/style.ts';
import { GOAL_COINS } from '@rivalhold/shared/goals/goals.ts';
import { TITLES } from '@rivalhold/shared/goals/titles.ts';
import { baseGear } from '@rivalhold/shared/items/base-gear.ts';
import {
  ITEMS,
  type Item,
  type ItemType,
  itemById,
  STARTER_ITEMS,
} from '@rivalhold/shared/items/catalogue.ts';
import { SALE_SHARE } from '@rivalhold/shared/items/trade.ts';
import { experienceForWin, MAX_LEVEL, statsFor, THRESHOLDS } from '@rivalhold/shared/levels/levels.ts';
import {
  ENERGY_MAX,
  ENERGY_PER_HOUR,
  FIGHT_ENERGY,
  HEAL_ENERGY,
  healthPerHour,
} from '@rivalhold/shared/levels/regeneration.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { QUESTS } from '@rivalhold/shared/newcomer.ts';
import { RATING_NUMBERS } from '@rivalhold/shared/ratings/glicko2.ts';
import { POOL_NUMBERS, rangeAfter } from '@rivalhold/shared/ratings/pairing.ts';
import { HOUR } from '@rivalhold/shared/time-units.ts';
import { describe, expect, it } from 'vitest';

/** Return a document as one line, so that line breaks do not affect searches. */
const read = (name: string): string =>
  readFileSync(path.join(import.meta.dirname, '../../../docs', name), 'utf8').replaceAll(/\s+/g, ' ');
const game = read('game.md');
const economy = read('economy.md');
const percent = (share: number): number => Math.round(share * 100);
const seconds = (ms: number): number => ms / 1_000;
const number = (value: number): string => value.toLocaleString('en-US');

describe('docs/game.md', () => {
  it('has the same levels as the code', () => {
    for (const level of [1, 2, 10, 30, 50, MAX_LEVEL]) {
      const { attack, defense, maxHealth } = statsFor(level);
      const row = [level, number(THRESHOLDS[level - 1] ?? 0), attack, defense, maxHealth];
      expect(game).toContain(`| ${row.join(' | ')} |`);
    }
    expect(game).toContain(`There are ${MAX_LEVEL} levels`);
    const perLevel = experienceForWin(2) - experienceForWin(1);
    expect(game).toContain(`\`${experienceForWin(0)} + ${perLevel} l\` experience`);
    expect(game).toContain(`experience = (${experienceForWin(0)} + ${perLevel} × loser's level)`);
  });

  it('has a formula that gives the experience for every level', () => {
    const [, first, linear, square] =
      /wins\(l\) = ([\d.]+) \+ ([\d.]+) \(l - 1\) \+ ([\d.]+) \(l - 1\)²/.exec(game)?.map(Number) ?? [];
    for (let level = 1; level < MAX_LEVEL; level++) {
      const wins = first! + linear! * (level - 1) + square! * (level - 1) ** 2;
      const experience = 5 * Math.round((wins * experienceForWin(level)) / 5);
      expect(THRESHOLDS[level]! - THRESHOLDS[level - 1]!).toBe(experience);
    }
  });

  it('has the same energy and heals as the code', () => {
    expect(game).toContain(`at most ${ENERGY_MAX}; regenerates by ${ENERGY_PER_HOUR} per hour`);
    expect(game).toContain(`a player has ${ENERGY_MAX + 2.5 * ENERGY_PER_HOUR} energy`);
    expect(game).toContain(`| Start a fight | ${FIGHT_ENERGY} energy |`);
    const { healShare } = FIGHT_NUMBERS;
    expect(game).toContain(
      `costs ${HEAL_ENERGY} energy and restores ${percent(healShare)}% of full health in a fight, ${percent(HEAL_SHARE_OUTSIDE)}% outside`,
    );
    expect(healthPerHour(100)).toBe(100);
    expect(game).toContain('| Health | regenerates from 0 to full in one hour');
    expect(game).toContain(`**Heal** restores ${percent(healShare)}% of full health`);
  });

  it('has the same numbers for ranked fights as the code', () => {
    const {
      answerMs,
      waveMs,
      sparringAfterMs,
      pauseMs,
      pauseMaxMs,
      missWindowMs,
      ratedPerPair,
      staleAfterMs,
    } = LIMITS.ranked;
    const { start, deviationMin, tau, provisionalAbove, boardDeviation } = RATING_NUMBERS;
    for (const text of [
      `at level ${RANKED.level}, with full health, [basic gear](#items) and one lent item, the ${itemById(RANKED.itemId)?.name}`,
      `Every ${seconds(waveMs)} seconds, a wave pairs`,
      `may differ by ${rangeAfter(0)}, and by ${POOL_NUMBERS.rangePerSecond} more for each second of waiting`,
      `After ${seconds(POOL_NUMBERS.anyAfterMs)} seconds, the rating does not matter`,
      `adding or subtracting a random number up to ${POOL_NUMBERS.provisionalSpread}`,
      `have ${seconds(answerMs)} seconds to accept`,
      `again within ${missWindowMs / 3_600_000} hours, they must pause for ${pauseMs / 60_000} minute`,
      `up to ${pauseMaxMs / 60_000} minutes`,
      `After ${seconds(sparringAfterMs)} seconds of waiting, the site offers a practice fight`,
      `After ${seconds(staleAfterMs)} seconds without a connection, not counting downtime, they leave`,
      `starts at ${start.rating} with a deviation of ${start.deviation} and a volatility of ${start.volatility}, and tau is ${tau}`,
      `at least ${deviationMin}, and grows`,
      `with a deviation above ${provisionalAbove} is provisional`,
      `a deviation of at most ${boardDeviation}`,
      `have had ${ratedPerPair} rated fights within ${LIMITS.ranked.pairWindowMs / 3_600_000} hours`,
    ])
      expect(game).toContain(text);
  });

  it('has the same damage table as the code', () => {
    const moves: Move[] = ['strike', 'guard', 'feint', 'heavy', 'heal'];
    const names = ['Strike', 'Guard', 'Feint', 'Heavy', 'Heal or item'];
    for (const [n, own] of moves.entries()) {
      const cells = moves.map((other) => {
        const gain = focusAfter(0, own, other) > 0 ? ' +' : focusAfter(0, other, own) > 0 ? ' -' : '';
        return `${DAMAGE[own][other]} : ${DAMAGE[other][own]}${gain}`;
      });
      expect(game).toContain(`| ${[names[n], ...cells].join(' | ')} |`);
    }
    expect([FOCUS_MAX, HEAVY_FOCUS]).toEqual([3, 2]);
    expect(game).toContain(`gains 1 focus, up to ${FOCUS_MAX}. Heavy costs ${HEAVY_FOCUS} focus.`);
  });

  it('has the same rules for dice, fury and the end of a fight as the code', () => {
    const { point, pointsAtMost, miss, critical, criticalFactor, spread, furyPerExchange } = FIGHT_NUMBERS;
    for (const text of [
      `${point}^points`,
      `from -${pointsAtMost} to ${pointsAtMost}`,
      `below ${miss}, the move misses`,
      `below ${critical}, it is a critical hit (× ${criticalFactor})`,
      `\`spread\` is ${1 - spread} plus ${2 * spread} ×`,
      `grows by ${furyPerExchange} with each further exchange`,
    ])
      expect(game).toContain(text);
    const { blow, style, coin } = DRAWS;
    expect(coin + 1).toBe(9);
    expect(game).toContain('each exchange has nine random numbers');
    for (const text of [
      `Draws ${blow.attacker} to ${blow.attacker + 2} belong to the attacker's move`,
      `draws ${blow.defender} to ${blow.defender + 2} to the defender's`,
      `Draws ${style.attacker} and ${style.defender} choose the moves of absent fighters, and draw ${coin} decides a tie`,
    ])
      expect(game).toContain(text);
    const { furyAfter, lastExchange, heals, items } = FIGHT_NUMBERS;
    expect([furyAfter, lastExchange, heals, items]).toEqual([5, 20, 2, 1]);
    expect(game).toContain('`fury` is 1 for five exchanges');
    expect(game).toContain('After twenty exchanges');
    expect(game).toContain('twice per fight');
    expect(game).toContain('**Item**: a player can use one item per fight');
  });

  it('has the same rules for styles as the code', () => {
    expect([STYLE_LINES_MAX, PARTNER_IDS.length]).toEqual([8, 5]);
    expect(game).toContain('It has up to eight lines');
    expect(game).toContain(`If a move has odds of at least ${TELEGRAPH_PERCENT}%, the opponent sees it`);
    expect(game).toContain('has five sparring partners');
  });

  it('has the same limits for challenges and abandoned fights as the code', () => {
    const { challengesPerWindow, challengeWindowMs, abandonedAfterMs } = LIMITS.combat;
    expect([challengesPerWindow, challengeWindowMs]).toEqual([3, HOUR]);
    expect(game).toContain('Players can send an opponent three live challenges an hour');
    expect(game).toContain(`After ${abandonedAfterMs / HOUR} hours without an exchange`);
  });

  it('has the same time limits of live fights as the code', () => {
    const { choiceMs, bankMs, challengeMs, presentMs, missedChoices } = LIMITS.combat;
    for (const text of [
      `they have ${seconds(challengeMs)} seconds to accept a challenge`,
      `connected in the last ${seconds(presentMs)} seconds`,
      `${seconds(choiceMs)} seconds per exchange, and ${seconds(bankMs)} seconds of extra time per fight`,
      `After ${seconds(presentMs)} seconds without a connection or off the fight's page, a player counts as absent`,
    ])
      expect(game).toContain(text);
    expect(missedChoices).toBe(2);
    expect(game).toContain('after two missed choices');
  });

  it('has the same rewards as the code', () => {
    const {
      perLevel,
      maxLevelsAbove,
      paidWinsPerOpponent,
      paidWinsPerDay,
      paidWinsOverNewAccounts,
      coinShare,
    } = REWARD_NUMBERS;
    expect(game).toContain(`adds ${perLevel}, and each level below subtracts ${perLevel}`);
    expect(game).toContain(`at most ${maxLevelsAbove} levels above the winner`);
    expect([paidWinsPerOpponent, coinShare]).toEqual([4, 0.5]);
    // The largest reward that a player at level 1 can get for a win over an opponent of a higher level, relative to the
    // reward for a win over an opponent of the same level.
    const aboveFactor =
      ((1 + perLevel * maxLevelsAbove) * experienceForWin(1 + maxLevelsAbove)) / experienceForWin(1);
    expect(game).toContain('0.75 for the second, 0.5 for the third, 0.25 for the fourth, and then 0');
    expect(game).toContain('at least one half also pays one coin');
    for (const [document, text] of [
      [game, `at most ${paidWinsPerDay} wins are paid. At most ${paidWinsOverNewAccounts} of these`],
      [economy, `| 1 | ${paidWinsPerOpponent} | 2.5 wins | ${Math.round(25 * aboveFactor) / 10} wins |`],
    ] as const)
      expect(document).toContain(text);
  });

  it('has the same experience for a defeat as the code', () => {
    const { xp, minChosen, minShare, perDay, perOpponent } = DEFEAT_NUMBERS;
    expect([minShare, perOpponent]).toEqual([0.25, 1]);
    for (const text of [
      `A defeat pays up to ${xp} experience`,
      `chosen at least ${minChosen} moves and taken a quarter`,
      `Within 24 hours, ${perDay} defeats are paid, but only one against each opponent`,
    ])
      expect(game).toContain(text);
  });

  it('has the items of the catalogue, with their levels and effects', () => {
    expect(game).toContain(`The catalogue has ${ITEMS.length} items`);
    const first = (count: number, values: readonly number[]) =>
      count < values.length ? `${values.slice(0, count).join(', ')} … ${values.at(-1)}` : values.join(', ');
    const sharesOf = (items: readonly Item[]) => {
      const shares = items.map(({ healShare, damageShare }) => percent(healShare + damageShare));
      return `${shares[0]} … ${shares.at(-1)}%`;
    };
    const row = (kind: string, items: readonly Item[], levels: number, effect: string) => {
      const names = `${items[0]?.name} … ${items.at(-1)?.name}`;
      const minLevels = items.map(({ minLevel }) => minLevel);
      return `| ${items.length} ${kind} | ${names} | ${first(levels, minLevels)} | ${effect}`;
    };
    const of = (type: ItemType) => ITEMS.filter((item) => item.type === type);
    const [potions, weapons, armors] = [of('potion'), of('weapon'), of('armor')];
    const thrown = of('utility').filter(({ damageShare }) => damageShare > 0);
    const meals = of('utility').filter(({ boost }) => boost?.energy);
    const boosts = of('utility').filter(({ boost }) => boost && !boost.energy);
    const damages = weapons.map(({ damage }) => damage);
    const defenses = armors.map(({ defense }) => defense);
    const [snack, mead, feast] = meals.map(({ boost }) => boost?.energy);
    for (const text of [
      row('potions', potions, 4, `heals ${sharesOf(potions)} of full health |`),
      row('weapons', weapons, 3, `weapon ${first(3, damages)} |`),
      row('armors', armors, 4, `armor ${first(3, defenses)} |`),
      row('thrown items', thrown, 4, `${sharesOf(thrown)} of the opponent's full health,`),
      row('boosts', boosts, 5, 'attack or defense for one fight |'),
      row('meals', meals, 3, `${snack}, ${mead} or ${feast} energy, between fights |`),
    ])
      expect(game).toContain(text);
    expect(game).toContain('a weapon is two points better than the blade, and an armor is one point better');
    for (const { damage, minLevel } of weapons) expect(damage - baseGear(minLevel).weapon).toBe(2);
    for (const { defense, minLevel } of armors) expect(defense - baseGear(minLevel).armor).toBe(1);
    expect(STARTER_ITEMS.map(({ quantity }) => quantity)).toEqual([2, 1]);
    expect(game).toContain('two draughts and a pitch pot');
  });
});

describe('the simulation in docs/game.md', () => {
  const { rulesVersion, fights, levels, results } = JSON.parse(
    readFileSync(path.join(import.meta.dirname, '../../../bench/simulation.json'), 'utf8'),
  ) as {
    rulesVersion: number;
    fights: number;
    levels: number;
    results: { name: string; least: number | null; most: number | null; min: number; max: number }[];
  };
  const round = (value: number, isWhole: boolean) => value.toFixed(isWhole ? 0 : 1);
  /** Return the cells `bound` and `result` of the table in docs/game.md for the results whose names match `names`. */
  const cellsOf = (names: RegExp): string => {
    const found = results.filter(({ name }) => names.test(name));
    const { least, most } = found[0]!;
    const bound = most === null ? `≥ ${least}` : least ? `${least}–${most}` : `≤ ${most}`;
    const isWhole = found.every(({ min, max }) => Number.isInteger(min) && Number.isInteger(max));
    const [min, max] = [Math.min(...found.map((row) => row.min)), Math.max(...found.map((row) => row.max))];
    const ends = new Set([min, max].map((value) => round(value, isWhole)));
    return `${bound} | ${[...ends].join('–')}`;
  };

  it('was run with the current rules, at all seven levels, with 40,000 fights per row', () => {
    expect({ rulesVersion, fights, levels }).toEqual({
      rulesVersion: RULES_VERSION,
      fights: 40_000,
      levels: BASE_LEVELS.length,
    });
    expect(game).toContain('plays 40,000 fights per row at each of seven levels');
  });

  it.each([
    ['solved policy against itself', /^equilibrium v itself/],
    ['best fixed odds against the solved policy', /^best fixed mix v equilibrium/],
    ['best fixed odds against the default style', /^best fixed mix v default/],
    ['prediction against the default style', /^reader v default/],
    ['prediction against habits', /^reader v habit/],
    ['prediction against random moves', /^reader v uniform/],
    ['well-timed heals against random heals', /^well-timed heals/],
    ['only Strike against the easiest partner', /^only Strike/],
    ['one level higher', /^1 level above$/],
    ['two levels higher', /^2 levels above$/],
    ['five levels higher', /^5 levels above$/],
    ['best purchases against none', /^best purchases/],
    ['best response to the solved policy', /^best response/],
    ["solved policy's exploitability in percentage points", /^exploitability/],
    ["solved policy's entropy in bits", /^entropy/],
    ["solved policy's rarest basic opening move in %", /^rarest basic move/],
    ['exchanges, 5th percentile', /^exchanges, 5th/],
    ['exchanges, 95th percentile', /^exchanges, 95th/],
  ])('matches the bound and the result in the row "%s"', (label, names) => {
    expect(game).toContain(`| ${label} | ${cellsOf(names)} |`);
  });

  it('has the same win rate with purchases as docs/economy.md', () => {
    const found = results.filter(({ name }) => name.startsWith('best purchases'));
    const least = Math.round(Math.min(...found.map(({ min }) => min)));
    const most = Math.round(Math.max(...found.map(({ max }) => max)));
    expect(economy).toContain(`wins ${least} to ${most}% instead of 50%`);
    expect(economy).toContain(`adds at most ${ODDS.bought.max} percentage points`);
  });
});

describe('docs/economy.md', () => {
  it('has the same starting coins and value of sales as the code', () => {
    expect(economy).toContain(`A new player starts with ${LIMITS.startCoins} coins.`);
    expect(game).toContain(`A new player starts with ${LIMITS.startCoins} coins`);
    expect(SALE_SHARE).toBe(3);
    expect(economy).toContain('**Sales** pay a third of the price, rounded down');
  });

  it('has the coins of each pack, and the number of evenings in which a player wins as many coins', () => {
    const packs = COIN_PACKS.map(({ coins, eveningsToEarn }) => ({
      coins,
      evenings: Number(eveningsToEarn),
    }));
    const [small, medium, large] = packs;
    expect(economy).toContain(
      `${small?.coins} (as many as a player wins in ${small?.evenings} evenings), ${medium?.coins} (${medium?.evenings} evenings) or ${large?.coins} (${large?.evenings} evenings)`,
    );
    const [, perEvening] = /about ([\d.]+) fights in an evening/.exec(economy) ?? [];
    for (const { coins, evenings } of packs)
      expect(Math.abs(coins / Number(perEvening) - evenings)).toBeLessThan(0.5);
  });

  it('compares the prices of items with the coins that a player can win', () => {
    const perEvening = Number(/about ([\d.]+) fights in an evening/.exec(economy)?.[1]);
    const perEnergy = perEvening / Number(/a player has (\d+) energy/.exec(game)?.[1]);
    const utilities = ITEMS.filter(({ type }) => type === 'potion' || type === 'utility');
    const meals = utilities.filter(({ boost }) => boost?.energy);
    const ratios = meals.map(({ price, boost }) => Math.round(price / boost!.energy! / perEnergy));
    expect([Math.min(...ratios), Math.max(...ratios)]).toEqual([4, 6]);
    expect(economy).toContain('cost four to six times the coins that a player can win');
    const prices = utilities.filter((item) => !meals.includes(item)).map(({ price }) => price);
    expect(economy).toContain(`cost ${Math.min(...prices)} to ${Math.max(...prices)} coins`);
  });

  it('has the rewards of the goals, and the number of titles', () => {
    const perDay = Math.round(10 * GOAL_COINS_PER_DAY) / 10;
    expect(economy).toContain(
      `Each of the three daily goals pays ${GOAL_COINS.day} coin, and the weekly goal ${GOAL_COINS.week}. Together, they pay at most ${perDay} coins a day`,
    );
    expect(game).toContain(`The ${TITLES.length} titles`);
  });

  it('has the rewards of the quests', () => {
    const coins = Object.fromEntries(QUESTS.map((quest) => [quest.quest, quest.coins]));
    expect(economy).toContain(
      `${coins.fight} coins for the first fight, ${coins.potion} for the first potion, ${coins.friend} for the first friend and ${coins.post} for the first post`,
    );
    expect(economy).toContain('The three practice lessons pay 1 coin each');
    expect([LESSONS.length, LESSON_COINS]).toEqual([3, 1]);
    const total = QUESTS.reduce((sum, quest) => sum + quest.coins, LESSONS.length * LESSON_COINS);
    expect(economy).toContain(`the rewards are ${total} coins, as many as a player wins in two evenings`);
    const perEvening = Number(/about ([\d.]+) fights in an evening/.exec(economy)?.[1]);
    expect(Math.round(total / perEvening)).toBe(2);
  });
});
