import { itemById } from '@rivalhold/shared/items/catalogue.ts';
import { saleValue } from '@rivalhold/shared/items/trade.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { sql, transaction } from '../../platform/db/db.ts';
import { nextEvent, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { queryValue } from '../../testing/queries.ts';
import { runConcurrently, statementsOf } from '../../testing/statements.ts';
import { adjustCoins, verifyLedger } from '../coins/service.ts';
import { characterOf, openFightOf, setCharacter } from '../combat/testing.ts';
import { addItem } from '../inventory/service.ts';
import { balanceOf, quantityOf } from './testing.ts';

const [POTION, DAGGER, MACE, POT] = [1, 4, 6, 12].map((id) => {
  const item = itemById(id);
  if (!item) throw new Error(`The catalogue has no item ${id}`);
  return item;
}) as [Item, Item, Item, Item];
type Item = NonNullable<ReturnType<typeof itemById>>;

const app = useTestApp();
afterAll(async () => {
  expect((await verifyLedger(app.site.db)).differences).toEqual([]);
});

const buy = (player: TestPlayer, itemId: number, quantity?: number | null, headers = {}) =>
  player.call('POST /api/store/buy', {
    body: { itemId, ...(quantity !== undefined && { quantity }) },
    headers,
  });
const sell = (player: TestPlayer, itemId: number, headers = {}) =>
  player.call('POST /api/store/sell', { body: { itemId }, headers });
const give = (player: TestPlayer, itemId: number, quantity: number) =>
  transaction(app.site.db, (tx) => addItem(tx, player.id, itemId, quantity));
/** Create a player with the given coins and level. */
async function createBuyer(coins = 1_000, level = 50): Promise<TestPlayer> {
  const player = await app.player();
  await setCharacter(app, player, { level });
  await adjustCoins(app.site.db, app.site, {
    userId: player.id,
    amount: coins - LIMITS.startCoins,
    by: 'test',
    note: 'a customer',
  });
  return player;
}

describe('buying', () => {
  it('takes the price and adds the item', async () => {
    const player = await createBuyer();
    const received = nextEvent(await player.socket(), 'coins:changed');
    const { status, body } = await buy(player, POTION.id, 3);
    const coins = 1_000 - 3 * POTION.price;
    expect([status, body]).toEqual([
      200,
      {
        message: `Bought 3 × ${POTION.name}.`,
        coins,
        item: expect.objectContaining({ itemId: POTION.id, name: POTION.name, quantity: 5 }),
      },
    ]);
    expect(await received).toEqual({ coins, amount: -3 * POTION.price, reason: 'purchase' });
    expect([await balanceOf(app, player), await quantityOf(app, player, POTION.id)]).toEqual([coins, 5]);
    const { body: carried } = await player.call('GET /api/inventory/{id}', { params: { id: player.id } });
    expect(carried).toContainEqual(body.item);
    // If no quantity is given, it defaults to 1.
    for (const quantity of [undefined, null]) await buy(player, POTION.id, quantity);
    expect(await quantityOf(app, player, POTION.id)).toBe(7);
  });

  // This test needs PostgreSQL, because transactions of the embedded database are not recorded.
  if (process.env.TEST_DATABASE_URL)
    it('needs one statement in one transaction', async () => {
      const player = await createBuyer();
      const statements = await statementsOf(app, () => buy(player, POTION.id));
      expect(statements.filter((text) => !/^(begin|commit|start)/i.test(text))).toHaveLength(1);
    });

  it('is rejected with the reason if it is not allowed, and then changes nothing', async () => {
    const player = await createBuyer(POTION.price, 1);
    const refused = async (itemId: number, quantity: number) => {
      const { status, body } = await buy(player, itemId, quantity);
      return [status, body.code, body.message];
    };
    expect(await refused(POTION.id, 2)).toEqual([409, 'conflict', 'Not enough coins.']);
    expect(await refused(MACE.id, 1)).toEqual([
      409,
      'levelTooLow',
      `You need level ${MACE.minLevel} for this.`,
    ]);
    expect(await refused(9_999, 1)).toEqual([404, 'notFound', 'Not found.']);
    expect(await refused(DAGGER.id, 2)).toEqual([409, 'conflict', 'You can only have one of these.']);
    for (const quantity of [0, -1, 100, 1.5]) expect((await refused(POTION.id, quantity))[0]).toBe(400);
    expect([await balanceOf(app, player), await quantityOf(app, player, POTION.id)]).toEqual([
      POTION.price,
      2,
    ]);
    expect((await buy(player, POTION.id)).body.coins).toBe(0);
    expect((await buy(player, POTION.id)).body.message).toBe('Not enough coins.');
  });

  it('cannot duplicate gear or exceed the carry limit', async () => {
    const player = await createBuyer(100_000);
    expect((await buy(player, DAGGER.id)).status).toBe(200);
    expect((await buy(player, DAGGER.id)).body.message).toBe('You already own this.');
    await sell(player, DAGGER.id);
    expect((await buy(player, DAGGER.id)).status).toBe(200);
    await give(player, POTION.id, LIMITS.store.carriedMax - 3);
    expect((await buy(player, POTION.id, 2)).body.message).toBe('You can have at most 999 of these.');
    expect((await buy(player, POTION.id, 1)).body.item.quantity).toBe(999);
  });

  it('happens once per idempotency key', async () => {
    const player = await createBuyer(POTION.price * 3);
    const key = { 'idempotency-key': 'buy-once' };
    const [first, again] = [await buy(player, POTION.id, 1, key), await buy(player, POTION.id, 1, key)];
    expect(again.body).toEqual(first.body);
    const tries = await Promise.all(
      Array.from({ length: 6 }, () => buy(player, POTION.id, 1, { 'idempotency-key': 'at-once' })),
    );
    expect(tries.some(({ status }) => status === 200)).toBe(true);
    for (const { status, body } of tries) if (status !== 200) expect(body.code).toBe('inProgress');
    expect([await balanceOf(app, player), await quantityOf(app, player, POTION.id)]).toEqual([
      POTION.price,
      4,
    ]);
    // Rejections are not stored, so the same idempotency key can be used again.
    const poor = { 'idempotency-key': 'when-i-am-rich' };
    expect((await buy(player, POTION.id, 2, poor)).status).toBe(409);
    await adjustCoins(app.site.db, app.site, { userId: player.id, amount: 50, by: 'test', note: 'luck' });
    expect((await buy(player, POTION.id, 2, poor)).status).toBe(200);
  });

  it('succeeds exactly seven times for 50 concurrent requests if the coins are enough for seven', async () => {
    const player = await createBuyer(POT.price * 7 + POT.price - 1);
    const answers = await runConcurrently(50, () => buy(player, POT.id));
    const bought = answers.filter(({ status }) => status === 200);
    expect(bought).toHaveLength(7);
    for (const { status, body } of answers)
      if (status !== 200) expect([status, body.message]).toEqual([409, 'Not enough coins.']);
    expect(bought.map(({ body }) => body.coins).sort((a, b) => b - a)).toEqual(
      [6, 5, 4, 3, 2, 1, 0].map((left) => left * POT.price + POT.price - 1),
    );
    expect([await balanceOf(app, player), await quantityOf(app, player, POT.id)]).toEqual([POT.price - 1, 8]);
  });

  it('succeeds once for concurrent purchases of the same weapon', async () => {
    for (let round = 0; round < 3; round++) {
      const player = await createBuyer();
      const answers = await Promise.all(Array.from({ length: 8 }, () => buy(player, DAGGER.id)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
      expect(await quantityOf(app, player, DAGGER.id)).toBe(1);
    }
  });
});

describe('selling', () => {
  it('pays a third of the price, rounded down', async () => {
    const player = await createBuyer(0);
    await give(player, DAGGER.id, 2);
    const value = Math.floor(DAGGER.price / 3);
    const first = await sell(player, DAGGER.id);
    expect([first.status, first.body]).toEqual([
      200,
      {
        message: `Sold ${DAGGER.name} for ${value} coins.`,
        coins: value,
        item: expect.objectContaining({ itemId: DAGGER.id, quantity: 1 }),
      },
    ]);
    expect((await sell(player, DAGGER.id)).body).toMatchObject({ coins: 2 * value, item: null });
    const { status, body } = await sell(player, DAGGER.id);
    expect([status, body.code]).toEqual([409, 'noItem']);
    expect((await sell(player, 9_999)).status).toBe(404);
  });

  it('is rejected for items without a value', async () => {
    const player = await createBuyer(0);
    expect(saleValue(POTION)).toBe(0);
    const { status, body } = await sell(player, POTION.id);
    expect([status, body.message]).toEqual([409, 'This can’t be sold.']);
    expect(await quantityOf(app, player, POTION.id)).toBe(2);
  });

  it('succeeds once for concurrent requests to sell the last item', async () => {
    const player = await createBuyer(0);
    await give(player, DAGGER.id, 1);
    const clicks = await Promise.all(Array.from({ length: 8 }, () => sell(player, DAGGER.id)));
    expect(clicks.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    await give(player, MACE.id, 3);
    const key = { 'idempotency-key': 'sell-once' };
    await Promise.all(Array.from({ length: 4 }, () => sell(player, MACE.id, key)));
    await sell(player, MACE.id, key);
    expect(await quantityOf(app, player, MACE.id)).toBe(2);
    expect(await balanceOf(app, player)).toBe(saleValue(DAGGER) + saleValue(MACE));
  });

  it('selling a weapon does not change the open fight in which it is used', async () => {
    const [player, rival] = [await createBuyer(), await app.player()];
    await buy(player, MACE.id);
    const { body: fight } = await openFightOf(player, rival);
    expect((await sell(player, MACE.id)).status).toBe(200);
    const setup = await queryValue(app.site.db, sql`select setup from fights where id = ${fight.id}`);
    expect(setup).toMatchObject({ attacker: { weapon: MACE.damage } });
    expect((await characterOf(app, player)).coins).toBe(1_000 - MACE.price + saleValue(MACE));
  });
});
