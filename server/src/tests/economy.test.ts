import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CoinMovement, CoinReason } from '@rivalhold/shared/contract/coins.ts';
import type { RouteKey } from '@rivalhold/shared/contract/index.ts';
import { itemById, STARTER_ITEMS } from '@rivalhold/shared/items/catalogue.ts';
import { saleValue } from '@rivalhold/shared/items/trade.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { LONG } from '../../../scripts/testing/long.ts';
import { slowTestTimeout } from '../../../scripts/testing/timeouts.ts';
import { sendCommand } from '../operator/client.ts';
import { operatorSocketPath } from '../platform/db/data-dir.ts';
import {
  type CallOptions,
  signUpBody,
  TestBrowser,
  TestPlayer,
  type TestResponse,
  uniqueName,
} from '../testing/app.ts';
import { ServerProcess } from '../testing/server-process.ts';

vi.setConfig({ testTimeout: slowTestTimeout(60_000), hookTimeout: slowTestTimeout(60_000) });

const PLAYERS = LONG ? 20 : 6;
const MS = LONG ? 30_000 : 0;
const ACTS = LONG ? 0 : 25;
const KILLS = LONG ? 3 : 1;
const [POTION, DAGGER, POT] = [1, 4, 12];

/**
 * A player who repeats each action with the same idempotency key until the server responds to it, and then records the
 * result.
 */
class Customer {
  readonly player: TestPlayer;
  readonly counted: Record<'bought' | 'sold' | 'thrown' | 'calls' | 'retries', number> = {
    bought: 0,
    sold: 0,
    thrown: 0,
    calls: 0,
    retries: 0,
  };
  readonly items = new Map<number, number>(STARTER_ITEMS.map(({ itemId, quantity }) => [itemId, quantity]));

  constructor(player: TestPlayer) {
    this.player = player;
  }

  async ask<K extends RouteKey>(key: K, options: CallOptions) {
    const headers = { 'idempotency-key': randomUUID() };
    for (;;) {
      this.counted.calls++;
      try {
        const answer = await this.player.call(key, { ...options, headers });
        if (answer.status < 500 && answer.body.code !== 'inProgress') return answer;
      } catch (error) {
        // The server is down, or it was killed while responding.
        if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
      }
      this.counted.retries++;
      await sleep(100);
    }
  }

  async buy(itemId: number, quantity: number): Promise<void> {
    const { status } = await this.ask('POST /api/store/buy', { body: { itemId, quantity } });
    expect([200, 409]).toContain(status);
    if (status === 200) this.#note('bought', itemId, quantity);
  }

  async sell(itemId: number): Promise<void> {
    const { status } = await this.ask('POST /api/store/sell', { body: { itemId } });
    expect([200, 409]).toContain(status);
    if (status === 200) this.#note('sold', itemId, -1);
  }

  async fight(rival: TestPlayer): Promise<void> {
    await this.ask('GET /api/combat/{userId}', {
      params: { userId: this.player.id },
      query: { opponentId: rival.id },
    });
    const body = { itemId: POT, targetId: rival.id };
    const { status, body: result } = await this.ask('POST /api/combat/use-item', { body });
    if (status === 200) {
      // A sealed choice would not use up the item before the opponent's choice.
      expect(result).toMatchObject({ sealed: false });
      this.#note('thrown', POT, -1);
    }
    await this.ask('POST /api/combat/attack', { body: { defenderId: rival.id } });
  }

  #note(what: 'bought' | 'sold' | 'thrown', itemId: number, quantity: number): void {
    this.counted[what]++;
    this.items.set(itemId, (this.items.get(itemId) ?? 0) + quantity);
  }

  async history(): Promise<CoinMovement[]> {
    const items: CoinMovement[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: CallOptions['query'] = { limit: 100, ...(cursor && { cursor }) };
      const { body }: TestResponse<'GET /api/coins/history'> = await this.player.call(
        'GET /api/coins/history',
        {
          query,
        },
      );
      items.push(...body.items);
      cursor = body.nextCursor;
    }
    return items;
  }
}

const server = new ServerProcess();
let port: number;
beforeAll(async () => {
  port = await server.start();
});
afterAll(() => server.stop());
const rivalhold = (...args: string[]) => sendCommand(operatorSocketPath(server.dataDir), args);

it(`the ledger stays correct while ${PLAYERS} players trade and fight and the server is killed ${KILLS} times`, async () => {
  const customers: Customer[] = [];
  for (let n = 0; n < PLAYERS; n++) {
    const browser = new TestBrowser(`http://127.0.0.1:${port}`);
    const name = uniqueName();
    const { status, body } = await browser.call('POST /api/users', { body: signUpBody(name) });
    expect(status).toBe(201);
    const player = new TestPlayer(browser.url, body.user.id, name);
    for (const [cookie, value] of browser.cookies) player.cookies.set(cookie, value);
    customers.push(new Customer(player));
    expect(await rivalhold('user', 'coins', name, '200', 'to begin with')).toMatchObject({ ok: true });
  }

  const begun = performance.now();
  let acts = 0;
  const progress = () => (LONG ? (performance.now() - begun) / MS : acts / (PLAYERS * ACTS));
  const work = async (customer: Customer, index: number) => {
    for (let act = index; progress() < 1; act++, acts++) {
      // No two players start fights with each other, because choices in a live fight are sealed.
      const rival = customers[(index + 1 + (act % 2)) % PLAYERS] as Customer;
      if (act % 5 === 0) await customer.buy(DAGGER, 1);
      else if (act % 5 === 1) await customer.buy(act % 2 ? POTION : POT, 1 + (act % 2));
      else if (act % 5 === 2) await customer.sell(DAGGER);
      else if (act % 5 === 3) await customer.fight(rival.player);
      // Do not retry this command, because an interrupted command might already have taken effect. The ledger must be
      // correct either way.
      else await rivalhold('user', 'coins', customer.player.username, act % 2 ? '7' : '-3', 'a whim');
    }
  };
  const working = Promise.all(customers.map(work));
  for (let kill = 1; kill <= KILLS; kill++) {
    while (progress() < kill / (KILLS + 1)) await sleep(5);
    await server.kill();
    await server.start(port);
  }
  await working;

  expect(await rivalhold('ledger', 'verify')).toMatchObject({
    ok: true,
    text: expect.stringMatching(/^The ledger matches all balances: /),
  });
  for (const customer of customers) {
    const history = await customer.history();
    const of = (reason: CoinReason) => history.filter((row) => row.reason === reason);
    expect(of('purchase')).toHaveLength(customer.counted.bought);
    expect(of('sale')).toHaveLength(customer.counted.sold);
    const value = saleValue(itemById(DAGGER) ?? { price: 0 });
    for (const { amount, itemId } of of('sale')) expect([amount, itemId]).toEqual([value, DAGGER]);
    const params = { userId: customer.player.id };
    const { body } = await customer.player.call('GET /api/game/{userId}', { params });
    expect(body.stats.coins).toBe(history[0]?.balance);
    expect(body.stats.coins).toBe(history.reduce((sum, { amount }) => sum + amount, 0));
    for (const [itemId, quantity] of customer.items)
      expect(body.inventory.find((entry) => entry.itemId === itemId)?.quantity ?? 0).toBe(quantity);
  }
  const sum = (what: keyof Customer['counted']) => customers.reduce((n, { counted }) => n + counted[what], 0);
  for (const what of ['bought', 'sold', 'thrown', 'retries'] as const)
    expect(sum(what), what).toBeGreaterThan(0);
  console.log(
    `${PLAYERS} customers, ${KILLS} kills: ${acts} actions, ${sum('calls')} calls, ${sum('retries')} of them retries, ${sum('bought')} bought, ${sum('sold')} sold, ${sum('thrown')} thrown`,
  );
});
