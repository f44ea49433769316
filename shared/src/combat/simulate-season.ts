import { levelFor, statsFor } from '../levels/levels.ts';
import {
  ENERGY_MAX,
  ENERGY_PER_HOUR,
  FIGHT_ENERGY,
  HEAL_ENERGY,
  healthPerHour,
  regenerate,
} from '../levels/regeneration.ts';
import { LIMITS } from '../limits.ts';
import { MINUTE } from '../time-units.ts';
import { manualHealAmount } from './heal.ts';
import { rewardFor } from './rewards.ts';
import { duel, fastRandom, healWhenHalf, mix, plainFighter, setupOf, strikeOnly } from './simulate-fight.ts';

/** Length of a simulated evening, and of a fight including the time around it. */
const SESSION_MINUTES = 150;
const FIGHT_MINUTES = 2;
/** A player starts a fight only with at least this share of their health. */
const MIN_HEALTH_SHARE = 0.75;
/** Maximum energy cost of a fight, so that a player can use all heals. */
const ENERGY_RESERVE = FIGHT_ENERGY + LIMITS.combat.healsPerFight * HEAL_ENERGY;

export type Day = { level: number; experience: number; fights: number; wins: number; coins: number };

type HealthMeter = { value: number; sinceMs: number };

/**
 * Simulate a player without items who plays one evening a day against equals, each a new opponent who is
 * offline: heals in a fight below half of the health and, with energy to spare, between fights; otherwise
 * waits. Returns an entry per evening with the resulting level and experience, and its fights, wins and
 * coins. Calls `onWin` after each victory with the resulting level and the coins won so far.
 */
export function simulateSeason(
  sessions: number,
  seed: number,
  onWin?: (level: number, coinsSoFar: number) => void,
): Day[] {
  const days: Day[] = [];
  let experience = 0;
  let fightId = 0;
  let balance = 0;
  for (let evening = 0; evening < sessions; evening++) {
    const day = { level: 1, experience, fights: 0, wins: 0, coins: 0 };
    let energy: HealthMeter = { value: ENERGY_MAX, sinceMs: 0 };
    let health: HealthMeter = { value: statsFor(levelFor(experience)).maxHealth, sinceMs: 0 };
    for (let now = 0; now < SESSION_MINUTES * MINUTE; ) {
      const level = levelFor(experience);
      const { maxHealth } = statsFor(level);
      energy = regenerate(energy.value, ENERGY_MAX, energy.sinceMs, now, ENERGY_PER_HOUR);
      health = regenerate(health.value, maxHealth, health.sinceMs, now, healthPerHour(maxHealth));
      const fit = health.value >= MIN_HEALTH_SHARE * maxHealth;
      if (fit && energy.value >= ENERGY_RESERVE) {
        const setup = setupOf(plainFighter(1, level, health.value), plainFighter(2, level), ++fightId);
        const tactics = { attacker: healWhenHalf, defender: strikeOnly };
        const { attacker, winnerId } = duel(setup, fastRandom(mix(seed) + fightId), tactics);
        const heals = LIMITS.combat.healsPerFight - attacker.healsLeft;
        energy.value -= FIGHT_ENERGY + HEAL_ENERGY * heals;
        health = { value: attacker.hp, sinceMs: now + FIGHT_MINUTES * MINUTE };
        now = health.sinceMs;
        day.fights++;
        if (winnerId !== 1) continue;
        const reward = rewardFor({ winnerLevel: level, loserLevel: level, winsOverSameOpponentIn24h: 0 });
        experience += reward.xp;
        day.coins += reward.coins;
        balance += reward.coins;
        onWin?.(levelFor(experience), balance);
        day.wins++;
      } else if (!fit && energy.value >= HEAL_ENERGY + ENERGY_RESERVE) {
        energy.value -= HEAL_ENERGY;
        health.value = Math.min(maxHealth, health.value + manualHealAmount(maxHealth));
      } else {
        now += MINUTE;
      }
    }
    days.push({ ...day, level: levelFor(experience), experience });
  }
  return days;
}
