import { levelFor, THRESHOLDS } from '@rivalhold/shared/levels/levels.ts';
import { HOUR } from '@rivalhold/shared/time-units.ts';
import { describe, expect, it } from 'vitest';
import { sql, transaction } from '../../platform/db/db.ts';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { queryValue } from '../../testing/queries.ts';
import { setCharacter } from '../combat/testing.ts';
import { grantExperience } from './service.ts';

const app = useTestApp();

const gameOf = async (player: TestPlayer) =>
  (await player.call('GET /api/game/{userId}', { params: { userId: player.id } })).body;
const wear = (player: TestPlayer, health: number, energy: number) =>
  setCharacter(app, player, { health, energy, health_at: app.clock.now(), energy_at: app.clock.now() });
const grant = (player: TestPlayer, amount: number) =>
  transaction(app.site.db, (tx) =>
    grantExperience(tx, app.site, { userId: player.id, amount, at: app.clock.now() }),
  );

describe('levels', () => {
  it('are listed with the experience at which each level begins', async () => {
    const player = await app.player();
    const { body } = await player.call('GET /api/levels');
    expect(body.thresholds).toEqual([...THRESHOLDS]);
    expect(body.thresholds[0]).toBe(0);
    expect(body.thresholds).toEqual([...new Set(body.thresholds)].sort((a, b) => a - b));
  });

  it('a new level raises stats, restores health and creates an activity item', async () => {
    const player = await app.player();
    await wear(player, 1, 1);
    const before = (await gameOf(player)).stats;
    const half = Math.ceil((THRESHOLDS[2] ?? 0) / 2);
    await Promise.all([grant(player, half), grant(player, half)]);
    const { stats } = await gameOf(player);
    expect([stats.experience, stats.level]).toEqual([2 * half, levelFor(2 * half)]);
    expect(stats.level).toBeGreaterThan(before.level);
    expect(stats.maxHealth).toBeGreaterThan(before.maxHealth);
    expect(stats.health).toBe(stats.maxHealth);
    const { body } = await player.call('GET /api/activity');
    expect(body.items.filter(({ type }) => type === 'LEVEL_UP').at(0)?.metadata.level).toBe(stats.level);
  });
});

describe('health and energy', () => {
  it('regenerate over time up to the maximum', async () => {
    const [player, other] = [await app.player(), await app.player()];
    await wear(player, 10, 10);
    expect((await gameOf(player)).stats).toMatchObject({ health: 10, energy: 10 });
    app.clock.advance(HOUR);
    const { stats } = await gameOf(player);
    expect(stats.health).toBeGreaterThan(10);
    expect(stats.energy).toBeGreaterThan(10);
    const seen = await other.call('GET /api/profiles/{id}', { params: { id: player.id } });
    expect([seen.body.health, seen.body.energy]).toEqual([stats.health, stats.energy]);
    app.clock.advance(600 * HOUR);
    expect((await gameOf(player)).stats).toMatchObject({ health: 100, energy: 100 });
  });

  it('do not decrease if the clock is set back', async () => {
    const player = await app.player();
    await wear(player, 50, 50);
    const now = app.clock.now();
    app.clock.set(new Date(now.getTime() - HOUR));
    const { stats } = await gameOf(player);
    app.clock.set(now);
    expect(stats).toMatchObject({ health: 50, energy: 50 });
  });
});

describe('a new character', () => {
  it('has starter items with a name and a quantity', async () => {
    const player = await app.player();
    const { inventory } = await gameOf(player);
    expect(inventory.length).toBeGreaterThan(0);
    for (const item of inventory) {
      expect(item.quantity).toBeGreaterThan(0);
      expect(item.name).not.toBe('');
    }
  });

  it('has a balance that matches the ledger', async () => {
    const player = await app.player();
    const booked = sql`select sum(amount)::integer from coin_ledger where user_id = ${player.id}`;
    expect(await queryValue(app.site.db, booked)).toBe((await gameOf(player)).stats.coins);
  });
});
