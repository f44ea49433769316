import { GOAL_COINS } from '../../goals/goals.ts';
import { ITEMS } from '../../items/catalogue.ts';
import { levelFor, MAX_LEVEL, statsFor } from '../../levels/levels.ts';
import {
  ENERGY_MAX,
  ENERGY_PER_HOUR,
  FIGHT_ENERGY,
  HEAL_ENERGY,
  healthPerHour,
  regenerate,
} from '../../levels/regeneration.ts';
import { HOUR, MINUTE } from '../../time-units.ts';
import { lessonXp } from '../lessons.ts';
import { FIGHT_NUMBERS, manualHealAmount } from '../numbers.ts';
import { fastRandom } from '../random.ts';
import { experienceForDefeat, rewardFor } from '../rewards.ts';
import { TEMPERAMENTS } from '../style.ts';
import { fixedMix, policyOf, reader } from './players.ts';
import { type Player, plainFighter, playerOf, setupOf, simulateFight } from './simulate-fight.ts';

/** Length of a session of play. The docs call a session an evening. */
const SESSION_TIME = 2.5 * HOUR;
/** Length of a fight, including the time until the next fight. */
const FIGHT_TIME = 2 * MINUTE;
/** Minimum share of health with which a player starts a fight. */
const MIN_HEALTH_SHARE = 0.75;
/** Energy that a fight needs if the player uses all heals. */
const ENERGY_RESERVE = FIGHT_ENERGY + FIGHT_NUMBERS.heals * HEAL_ENERGY;

/** Totals of a session of play, and the experience and level after it. */
export type PlaySession = {
  level: number;
  experience: number;
  fights: number;
  wins: number;
  coins: number;
  xp: number;
};

type Meter = { value: number; sinceMs: number };
type Opponents = {
  player: Player;
  opponent: Player;
  /** Number of accounts that lose to the player on purpose; null if every opponent is a different, honest player. */
  accounts: number | null;
  /** Number of levels by which the opponent is above the player. */
  levelsAbove: number;
};

const honest: Opponents = {
  player: reader,
  opponent: playerOf(policyOf(TEMPERAMENTS.careful)),
  accounts: null,
  levelsAbove: 0,
};
/**
 * Return a player who farms second accounts, and these accounts as the opponents. The player only feints, and the
 * accounts only guard. Guard deals no damage to Feint, so the player loses no health.
 */
const farm = (accounts: number, levelsAbove: number): Opponents => ({
  player: playerOf(fixedMix([0, 0, 1])),
  opponent: playerOf(fixedMix([0, 1])),
  accounts,
  levelsAbove,
});

/** Play one session of fights. Return the totals of the session, and the experience and level after it. */
function playSession(
  start: { experience: number; durationMs: number; seed: number; mealEnergy?: number },
  { player, opponent, accounts, levelsAbove }: Opponents,
): PlaySession {
  const total = { level: 1, experience: start.experience, fights: 0, wins: 0, coins: 0, xp: 0 };
  const wonOver = new Map<number, number>();
  let energy: Meter = { value: ENERGY_MAX, sinceMs: 0 };
  let health: Meter = { value: statsFor(levelFor(total.experience)).maxHealth, sinceMs: 0 };
  let paid = 0;
  let paidDefeats = 0;
  let meals = start.mealEnergy ?? 0;
  for (let now = 0; now < start.durationMs; ) {
    const level = levelFor(total.experience);
    const { maxHealth } = statsFor(level);
    energy = regenerate(energy.value, ENERGY_MAX, energy.sinceMs, now, ENERGY_PER_HOUR);
    health = regenerate(health.value, maxHealth, health.sinceMs, now, healthPerHour(maxHealth));
    const isFit = health.value >= MIN_HEALTH_SHARE * maxHealth;
    if (isFit && energy.value >= ENERGY_RESERVE) {
      const index = ++total.fights;
      const loserLevel = Math.min(MAX_LEVEL, level + levelsAbove);
      const setup = setupOf(plainFighter(1, level, health.value), plainFighter(2, loserLevel), index);
      const items = { attacker: null, defender: null };
      const seed = start.seed * 10_007 + 2 * index;
      const players = { attacker: player, defender: opponent };
      const { winner, final } = simulateFight(
        { setup, items },
        players,
        fastRandom(seed),
        fastRandom(seed + 1),
      );
      const heals = FIGHT_NUMBERS.heals - final.attacker.healsLeft;
      energy.value -= FIGHT_ENERGY + HEAL_ENERGY * heals;
      now += FIGHT_TIME;
      health = { value: final.attacker.hp, sinceMs: now };
      if (winner !== 'attacker') {
        const defeatXp = experienceForDefeat({
          damageShare: final.attacker.damageDealt / final.defender.maxHealth,
          chosenMoves: final.attacker.chosen,
          // An honest player fights each opponent only once.
          paidDefeats: { overAll: paidDefeats, byOpponent: 0 },
        });
        if (defeatXp > 0) paidDefeats++;
        total.xp += defeatXp;
        total.experience += defeatXp;
        continue;
      }
      const account = accounts === null ? index : index % accounts;
      const overOpponent = wonOver.get(account) ?? 0;
      const { xp, coins } = rewardFor({
        winnerLevel: level,
        loserLevel,
        loserIsNew: false,
        damageShare: final.attacker.damageDealt / final.defender.maxHealth,
        paidWins: { overOpponent, overNewAccounts: 0, overAll: paid },
      });
      if (xp === 0) continue;
      wonOver.set(account, overOpponent + 1);
      paid++;
      total.wins++;
      total.xp += xp;
      total.experience += xp;
      total.coins += coins;
    } else if (!isFit && energy.value >= HEAL_ENERGY + ENERGY_RESERVE) {
      energy.value -= HEAL_ENERGY;
      health.value = Math.min(maxHealth, health.value + manualHealAmount(maxHealth));
    } else if (meals > 0 && energy.value < ENERGY_RESERVE) {
      energy.value += meals;
      meals = 0;
    } else {
      now += MINUTE;
    }
  }
  return { ...total, level: levelFor(total.experience) };
}

/**
 * Simulate a player who has completed the first lesson and then plays one session a day, without items in fights. The
 * player chooses moves like `reader`. Each opponent is a different player, who is absent, has the same level, and uses
 * the default style. Return an entry per session.
 * @param mealEnergy energy of meals that the player eats in each session
 */
export function simulateSeason(count: number, seed: number, mealEnergy = 0): PlaySession[] {
  const sessions: PlaySession[] = [];
  for (let index = 0; index < count; index++) {
    const experience = sessions.at(-1)?.experience ?? lessonXp('strike', 0);
    const start = { experience, durationMs: SESSION_TIME, seed: seed * 1009 + index, mealEnergy };
    sessions.push(playSession(start, honest));
  }
  return sessions;
}

/** Coins that a player who completes every goal gets from goals per day, on average. */
export const GOAL_COINS_PER_DAY = 3 * GOAL_COINS.day + GOAL_COINS.week / 7;

/** Return the most energy that a player can get by spending the given number of coins on meals. */
export const mealEnergyFor = (coins: number): number =>
  coins * Math.max(...ITEMS.map(({ boost, price }) => (boost?.energy ?? 0) / price));

/** Simulate an honest player for the given number of hours. */
export function honestSession(experience: number, hours: number, seed: number): PlaySession {
  return playSession({ experience, durationMs: hours * HOUR, seed }, honest);
}

/**
 * Simulate a player who farms second accounts for a whole day without a break. `accounts` is the number of these
 * accounts. Their level is `levelsAbove` levels above the player's level.
 */
export function farmingDay(experience: number, accounts: number, seed: number, levelsAbove = 0): PlaySession {
  return playSession({ experience, durationMs: 24 * HOUR, seed }, farm(accounts, levelsAbove));
}
