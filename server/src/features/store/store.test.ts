import { itemById } from '@rivalhold/shared/items/catalogue.ts';
import { saleValue } from '@rivalhold/shared/items/trade.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { queryValue, sql, transaction } from '../../platform/db/db.ts';
import { nextEvent, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { runConcurrently, statementsOf } from '../../testing/statements.ts';
import { characterOf, openFightOf, setCharacter } from '../combat/testing.ts';
import { addItem } from '../inventory/service.ts';
import { adjustCoins, verifyLedger } from '../ledger/service.ts';
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
/** A player of a level with so many coins. */
async function findBuyer(coins = 1_000, level = 50): Promise<TestPlayer> {
  const player = await app.player();
  await setCharacter(app, player, { level });
  await adjustCoins(app.site.db, app.site, {
    userId: player.id,
    amount: coins - LIMITS.startCoins,
    by: 'test',
    why: 'a customer',
  });
  return player;
}

describe('buying', () => {
  it('takes the price, gives the item and says so, in every tab of the buyer', async () => {
    const player = await findBuyer();
    const heard = nextEvent(await player.socket(), 'coins:changed');
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
    expect(await heard).toEqual({ coins, amount: -3 * POTION.price, reason: 'purchase' });
    expect([await balanceOf(app, player), await quantityOf(app, player, POTION.id)]).toEqual([coins, 5]);
    const { body: carried } = await player.call('GET /api/inventory/{id}', { params: { id: player.id } });
    expect(carried).toContainEqual(body.item);
    // One is what is bought when nobody says how many.
    for (const quantity of [undefined, null]) await buy(player, POTION.id, quantity);
    expect(await quantityOf(app, player, POTION.id)).toBe(7);
  });

  // The embedded database's transactions are not listened to.
  if (process.env.TEST_DATABASE_URL)
    it('is one statement in one transaction', async () => {
      const player = await findBuyer();
      const statements = await statementsOf(app, () => buy(player, POTION.id));
      expect(statements.filter((text) => !/from sessions|^(begin|commit|start)/i.test(text))).toHaveLength(1);
    });

  it('is refused with the reason, and changes nothing', async () => {
    const player = await findBuyer(POTION.price, 1);
    const refused = async (itemId: number, quantity: number) => {
      const { status, body } = await buy(player, itemId, quantity);
      return [status, body.code, body.message];
    };
    expect(await refused(POTION.id, 2)).toEqual([409, 'conflict', 'Not enough coins.']);
    expect(await refused(MACE.id, 1)).toEqual([409, 'conflict', `You need level ${MACE.minLevel} for this.`]);
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

  it('leaves nobody with gear they own already, or with more than can be carried', async () => {
    const player = await findBuyer(100_000);
    expect((await buy(player, DAGGER.id)).status).toBe(200);
    expect((await buy(player, DAGGER.id)).body.message).toBe('You already own this.');
    await sell(player, DAGGER.id);
    expect((await buy(player, DAGGER.id)).status).toBe(200);
    await give(player, POTION.id, LIMITS.store.carriedMax - 3);
    expect((await buy(player, POTION.id, 2)).body.message).toBe('You can have at most 999 of these.');
    expect((await buy(player, POTION.id, 1)).body.item.quantity).toBe(999);
  });

  it('happens once for a key, whatever comes of the answer', async () => {
    const player = await findBuyer(POTION.price * 3);
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
    // What was refused is not kept: it may be tried again with the same key.
    const poor = { 'idempotency-key': 'when-i-am-rich' };
    expect((await buy(player, POTION.id, 2, poor)).status).toBe(409);
    await adjustCoins(app.site.db, app.site, { userId: player.id, amount: 50, by: 'test', why: 'luck' });
    expect((await buy(player, POTION.id, 2, poor)).status).toBe(200);
  });

  it('50 at once with coins for 7: seven are bought', async () => {
    const player = await findBuyer(POT.price * 7 + POT.price - 1);
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

  it('of the same weapon by many clicks at once is one', async () => {
    for (let round = 0; round < 3; round++) {
      const player = await findBuyer();
      const answers = await Promise.all(Array.from({ length: 8 }, () => buy(player, DAGGER.id)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
      expect(await quantityOf(app, player, DAGGER.id)).toBe(1);
    }
  });
});

describe('selling', () => {
  it('pays a third of the price, rounded down, for one', async () => {
    const player = await findBuyer(0);
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

  it('takes nothing of what it would pay nothing for', async () => {
    const player = await findBuyer(0);
    if (saleValue(POTION) > 0) return;
    const { status, body } = await sell(player, POTION.id);
    expect([status, body.message]).toEqual([409, 'This can’t be sold.']);
    expect(await quantityOf(app, player, POTION.id)).toBe(2);
  });

  it('of the last one by many clicks at once is one sale; by one key, one of many', async () => {
    const player = await findBuyer(0);
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

  it('of a weapon leaves the fight it was taken into as it is', async () => {
    const [player, rival] = [await findBuyer(), await app.player()];
    await buy(player, MACE.id);
    const { body: fight } = await openFightOf(player, rival);
    expect((await sell(player, MACE.id)).status).toBe(200);
    const setup = await queryValue(app.site.db, sql`select setup from fights where id = ${fight.id}`);
    expect(setup).toMatchObject({ attacker: { weapon: MACE.damage } });
    expect((await characterOf(app, player)).coins).toBe(1_000 - MACE.price + saleValue(MACE));
  });
});
