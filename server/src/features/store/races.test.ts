import { ITEMS, STARTER_ITEMS } from '@rivalhold/shared/items/catalogue.ts';
import { saleValue } from '@rivalhold/shared/items/trade.ts';
import { createSeededRandom } from '@rivalhold/shared/seeded-random.ts';
import { expect, it, vi } from 'vitest';
import { LONG } from '../../../../scripts/testing/long.ts';
import { slowTestTimeout } from '../../../../scripts/testing/timeouts.ts';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { adjustCoins, verifyLedger } from '../coins/service.ts';
import { checkFights, openFightOf, setCharacter, strike } from '../combat/testing.ts';
import { balanceOf, quantityOf } from './testing.ts';

/** These tests find race conditions only on a real PostgreSQL, where connections run concurrently. */
vi.setConfig({ testTimeout: slowTestTimeout(60_000) });

const PLAYERS = 20;
const MS = LONG ? 30_000 : 0;
/**
 * Number of actions in each of a player's two tabs. In a long test run, the number is not fixed: each tab performs
 * actions for the time `MS`.
 */
const ACTION_COUNT = LONG ? 0 : 8;
/** The items that players trade: some are consumed, some can be sold, and some can be owned only once. */
const TRADED_ITEMS = ITEMS.filter(({ id }) => [1, 4, 8, 12].includes(id));

const app = useTestApp();

/** The items and coins that a player must have according to the responses of the server. */
class ExpectedHoldings {
  coins = 50;
  readonly items = new Map<number, number>(STARTER_ITEMS.map(({ itemId, quantity }) => [itemId, quantity]));
  add(itemId: number, quantity: number, coins: number): void {
    this.items.set(itemId, (this.items.get(itemId) ?? 0) + quantity);
    this.coins += coins;
  }
}

it(`${PLAYERS} concurrent players own exactly what the responses reported`, async () => {
  const players: TestPlayer[] = [];
  for (let n = 0; n < PLAYERS; n++) {
    const player = await app.player();
    // With these values, each player wins a fight with one attack and never runs out of energy.
    await setCharacter(app, player, { attack: 900, level: 20, energy: 1_000_000, defense: 0 });
    players.push(player);
  }
  const books = new Map(players.map((player) => [player.id, new ExpectedHoldings()]));
  const bookOf = (player: TestPlayer) => books.get(player.id) as ExpectedHoldings;
  const random = createSeededRandom('races');
  const counted = { bought: 0, sold: 0, won: 0, adjusted: 0, refused: 0 };
  const anyItem = () => random.pick(TRADED_ITEMS);

  const actions: ((player: TestPlayer) => Promise<void>)[] = [
    async (player) => {
      const [item, quantity] = [anyItem(), random.int(1, 2)];
      const { status, body } = await player.call('POST /api/store/buy', {
        body: { itemId: item.id, quantity },
      });
      if (status === 200) {
        counted.bought++;
        bookOf(player).add(item.id, quantity, -quantity * item.price);
      } else refused(status, body.code, ['conflict']);
    },
    async (player) => {
      const item = anyItem();
      const { status, body } = await player.call('POST /api/store/sell', { body: { itemId: item.id } });
      if (status === 200) {
        counted.sold++;
        bookOf(player).add(item.id, -1, saleValue(item));
      } else refused(status, body.code, ['conflict', 'noItem']);
    },
    async (player) => {
      const rival = random.pick(players);
      if (rival === player) return;
      app.clock.advance(60_000);
      await openFightOf(player, rival);
      const { status, body } = await strike(player, rival);
      if (status !== 200)
        return refused(status, body.code, [
          ...['noFight', 'tooWeak', 'alreadyDefeated', 'fightOver', 'tooOften', 'conflict'],
        ]);
      if (!body.rewards) return;
      counted.won += body.rewards.coins;
      (books.get(Number(body.combat.winnerId)) as ExpectedHoldings).coins += body.rewards.coins;
    },
    async (player) => {
      const amount = random.int(-20, 20) || 1;
      const change = { userId: player.id, amount, by: 'test', note: 'a whim' };
      await adjustCoins(app.site.db, app.site, change).then(
        () => {
          counted.adjusted++;
          bookOf(player).coins += amount;
        },
        (error: Error) => expect(error.message).toBe('Not enough coins.'),
      );
    },
  ];
  function refused(status: number, code: string | undefined, codes: string[]): void {
    counted.refused++;
    expect([status === 409 || status === 429, codes]).toEqual([true, expect.arrayContaining([code])]);
  }

  const since = performance.now();
  const work = async (player: TestPlayer) => {
    for (let act = 0; act < ACTION_COUNT || performance.now() - since < MS; act++)
      await random.pick(actions)(player);
  };
  // Each player uses two tabs at the same time.
  await Promise.all(players.flatMap((player) => [work(player), work(player)]));

  for (const player of players) {
    expect(await balanceOf(app, player)).toBe(bookOf(player).coins);
    for (const [itemId, quantity] of bookOf(player).items)
      expect(await quantityOf(app, player, itemId)).toBe(quantity);
  }
  for (const [what, count] of Object.entries(counted)) expect(count, what).toBeGreaterThan(0);
  expect((await verifyLedger(app.site.db)).differences).toEqual([]);
  await checkFights(app);
  console.log(`${PLAYERS} players: ${JSON.stringify(counted)}`);
});
