import { levelBounds, MAX_LEVEL, statsFor, THRESHOLDS } from '@rivalhold/shared/levels/levels.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nextEvent, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { verifyLedger } from '../coins/service.ts';
import { checkFights, openFightOf, strike } from '../combat/testing.ts';
import { auditEntriesAbout, createStaff } from '../moderation/testing.ts';
import { requestFor } from './testing.ts';

const app = useTestApp();
let admin: TestPlayer;
let player: TestPlayer;
beforeAll(async () => {
  admin = await createStaff(app, 'admin');
  player = await app.player();
});
afterAll(async () => {
  expect((await verifyLedger(app.site.db)).differences).toEqual([]);
});

const put = (body: object, target: { id: number } = player) =>
  admin.call('PUT /api/admin/users/{id}', requestFor(target, { body }));
const statsNow = async (target = player) =>
  (await admin.call('GET /api/admin/users/{id}/stats', requestFor(target))).body.stats;

describe('a player’s stats in the admin area', () => {
  it('are returned with the coin balance and the inventory', async () => {
    await put({ energy: 40 });
    app.clock.advance(3_600_000);
    const { body } = await admin.call('GET /api/admin/users/{id}/stats', requestFor(player));
    expect(body.stats).toMatchObject({ energy: 60, coins: 50, health: 100, maxHealth: 100 });
    expect(body.user).toMatchObject({ username: player.username, email: expect.stringContaining('@') });
    expect(body.inventory[0]?.name).toEqual(expect.any(String));
    expect((await admin.call('GET /api/admin/users/{id}/stats', requestFor({ id: 999_999 }))).status).toBe(
      404,
    );
  });

  it('change only if the request contains a value for them', async () => {
    const before = await statsNow();
    const { status, body } = await put({ attack: 12, health: 7, coins: null, reason: ' a wager ' });
    expect([status, body.stats]).toEqual([200, { ...before, attack: 12, health: 7 }]);
    expect((await auditEntriesAbout(app, player.id)).at(-1)).toMatchObject({
      kind: 'stats.edit',
      before: 'health 100, attack 3',
      after: 'health 7, attack 12',
      reason: 'a wager',
    });
    expect((await put({ attack: 13, reason: ' \u200b ' })).status).toBe(200);
    expect((await auditEntriesAbout(app, player.id)).at(-1)).toMatchObject({
      kind: 'stats.edit',
      reason: null,
    });
    expect((await put({ attack: 12 })).status).toBe(200);
    const entryCount = (await auditEntriesAbout(app, player.id)).length;
    expect((await put({ attack: 12 })).status).toBe(200);
    expect(await auditEntriesAbout(app, player.id)).toHaveLength(entryCount);
  });

  it('keep the level and the experience consistent', async () => {
    const hero = await app.player();
    const up = (await put({ level: 5 }, hero)).body.stats;
    expect(up).toMatchObject({ level: 5, experience: THRESHOLDS[4], health: statsFor(5).maxHealth });
    expect([up.attack, up.defense, up.maxHealth]).toEqual(Object.values(statsFor(5)));
    const down = (await put({ experience: 0 }, hero)).body.stats;
    expect(down).toMatchObject({ level: 1, attack: 3, maxHealth: 100, health: 100 });
    const both = (await put({ level: 3, experience: THRESHOLDS[2]! + 1, attack: 50 }, hero)).body.stats;
    expect(both).toMatchObject({ level: 3, experience: THRESHOLDS[2]! + 1, attack: 50 });
    // Setting the level to its current value does not change the experience.
    expect((await put({ level: 3 }, hero)).body.stats.experience).toBe(THRESHOLDS[2]! + 1);
    const { status, body } = await put({ level: 4, experience: 0 }, hero);
    expect([status, body.errors]).toEqual([400, { level: 'With 0 experience, the level must be 1' }]);
  });

  it('cannot be set to values outside the limits of the game', async () => {
    const most = levelBounds(MAX_LEVEL).upper;
    const errors = { energy: 101, health: 101, attack: -1, defense: 1000, coins: 1_000_001 };
    const { status, body } = await put(errors);
    expect(status).toBe(400);
    expect(Object.keys(body.errors ?? {}).sort()).toEqual(Object.keys(errors).sort());
    for (const wrong of [
      { level: 0 },
      { level: MAX_LEVEL + 1 },
      { experience: -1 },
      { experience: most + 1 },
    ])
      expect((await put(wrong)).status).toBe(400);
    for (const wrong of [{ attack: 1.5 }, { attack: '5' }, { wins: 5 }, { coins: -1 }, { coins: 2 ** 40 }])
      expect((await put(wrong)).status).toBe(400);
    expect((await put({ reason: 'x'.repeat(501), attack: 5 })).body.errors).toHaveProperty('reason');
    expect((await put({ health: 0 })).body.stats.health).toBe(0);
  });

  it('cannot be changed for an admin, not even by that admin', async () => {
    const other = await createStaff(app, 'admin');
    for (const target of [admin, other]) {
      expect((await put({ attack: 9 }, target)).status).toBe(403);
      const body = { itemId: 1, quantity: 1 };
      expect(
        (await admin.call('POST /api/admin/users/{id}/inventory', requestFor(target, { body }))).status,
      ).toBe(403);
      expect(
        (await admin.call('PATCH /api/admin/users/{id}/coins', requestFor(target, { body: { amount: 5 } })))
          .status,
      ).toBe(403);
    }
    expect((await put({ attack: 9 }, { id: 999_999 })).status).toBe(404);
  });

  it('also change in the player’s open fights', async () => {
    const [starter, defender] = [await app.player(), await app.player()];
    await openFightOf(starter, defender);
    const socket = await defender.socket();
    const received = nextEvent(socket, 'combatStateUpdate');
    await put({ health: 42, attack: 30 }, starter);
    expect((await received).combat).toMatchObject({ attackerHP: 42 });
    app.clock.advance(1_000);
    expect((await strike(starter, defender)).body.attackerHP).toBeLessThanOrEqual(42);
    await put({ attack: 900 }, defender);
    await put({ health: 0 }, starter);
    expect((await strike(starter, defender)).status).toBe(409);
    await checkFights(app);
  });
});

describe('coin changes by an admin', () => {
  const adjust = (body: object, headers: Record<string, string> = {}, target = player) =>
    admin.call('PATCH /api/admin/users/{id}/coins', requestFor(target, { body, headers }));

  it('are recorded in the ledger and sent to the player’s sockets', async () => {
    const hero = await app.player();
    const socket = await hero.socket();
    const received = nextEvent(socket, 'coins:changed');
    expect((await adjust({ amount: 100, reason: 'Prize' }, {}, hero)).body.coins).toBe(150);
    expect(await received).toEqual({ coins: 150, amount: 100, reason: 'adjustment' });
    expect((await put({ coins: 20 }, hero)).body.stats.coins).toBe(20);
    expect((await hero.call('GET /api/coins/history')).body.items.slice(0, 2)).toMatchObject([
      { amount: -130, reason: 'adjustment', balance: 20 },
      { amount: 100, balance: 150 },
    ]);
    const refused = await adjust({ amount: -21 }, {}, hero);
    expect([refused.status, refused.body.message]).toEqual([409, 'Not enough coins.']);
    expect((await statsNow(hero)).coins).toBe(20);
    expect(await auditEntriesAbout(app, hero.id)).toMatchObject([
      { kind: 'coins.adjust', before: '50', after: '150', reason: 'Prize' },
      { kind: 'stats.edit', before: 'coins 150', after: 'coins 20' },
    ]);
  });

  it('are applied once per idempotency key', async () => {
    const key = { 'Idempotency-Key': 'pressed-twice' };
    const before = (await statsNow()).coins;
    const twice = await Promise.all([adjust({ amount: 5 }, key), adjust({ amount: 5 }, key)]);
    expect(twice.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual(
      [],
    );
    expect((await adjust({ amount: 5 }, key)).body.coins).toBe(before + 5);
    expect((await statsNow()).coins).toBe(before + 5);
    for (const amount of [0, 1_000_001, -1_000_001, 1.5, '5', null])
      expect((await adjust({ amount })).status).toBe(400);
  });
});

describe('a player’s inventory in the admin area', () => {
  const give = (body: object, headers: Record<string, string> = {}) =>
    admin.call('POST /api/admin/users/{id}/inventory', requestFor(player, { body, headers }));
  const take = (itemId: number, quantity?: number) =>
    admin.call('DELETE /api/admin/users/{id}/inventory/{itemId}', {
      params: { id: player.id, itemId },
      ...(quantity && { query: { quantity } }),
    });
  const ITEMS = { potion: 1, weapon: 0, armor: 0, utility: 0 };
  beforeAll(async () => {
    for (const { type, id } of (await player.call('GET /api/store')).body)
      if (type !== 'potion') ITEMS[type as keyof typeof ITEMS] ||= id;
  });
  const held = async (itemId: number) =>
    (await admin.call('GET /api/admin/users/{id}/stats', requestFor(player))).body.inventory.find(
      (entry) => entry.itemId === itemId,
    )?.quantity ?? 0;

  it('accepts potions, weapons and armor up to the carry limit', async () => {
    const before = await held(ITEMS.potion);
    const socket = await player.socket();
    const received = nextEvent(socket, 'inventory:changed');
    const { status, body } = await give({ itemId: ITEMS.potion, quantity: 3 });
    await received;
    expect(status).toBe(201);
    expect(body.inventory.find(({ itemId }) => itemId === ITEMS.potion)?.quantity).toBe(before + 3);
    for (const itemId of [ITEMS.weapon, ITEMS.armor]) {
      expect((await give({ itemId })).status).toBe(201);
      expect((await give({ itemId })).status).toBe(409);
      expect(await held(itemId)).toBe(1);
    }
    expect((await give({ itemId: ITEMS.utility })).body.errors).toHaveProperty('itemId');
    expect((await give({ itemId: 99_999 })).status).toBe(404);
    for (const quantity of [0, -1, 100, 1.5])
      expect((await give({ itemId: ITEMS.potion, quantity })).status).toBe(400);
    const key = { 'Idempotency-Key': 'given-twice' };
    await give({ itemId: ITEMS.potion }, key);
    await give({ itemId: ITEMS.potion }, key);
    expect(await held(ITEMS.potion)).toBe(before + 4);
  });

  it('loses the given quantity of an item, or all of it', async () => {
    const before = await held(ITEMS.potion);
    expect((await take(ITEMS.potion, 1)).status).toBe(200);
    expect(await held(ITEMS.potion)).toBe(before - 1);
    expect((await take(ITEMS.potion, before)).status).toBe(409);
    expect((await take(ITEMS.potion)).status).toBe(200);
    expect(await held(ITEMS.potion)).toBe(0);
    expect((await take(ITEMS.potion)).status).toBe(404);
    expect((await take(99_999)).status).toBe(404);
    expect((await auditEntriesAbout(app, player.id)).at(-1)).toMatchObject({
      kind: 'inventory.remove',
      actor_id: admin.id,
      before: String(before - 1),
      after: '0',
    });
  });
});
