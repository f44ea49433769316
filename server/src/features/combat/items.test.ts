import { healthPoints, itemById } from '@rivalhold/shared/items/catalogue.ts';
import { ENERGY_MAX } from '@rivalhold/shared/levels/regeneration.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { transaction } from '../../platform/db/db.ts';
import { nextEvent, type TestBrowser, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { addItem } from '../inventory/service.ts';
import { quantityOf } from '../store/testing.ts';
import {
  breakConnections,
  characterOf,
  checkFights,
  fightToEnd,
  openFightOf,
  setCharacter,
} from './testing.ts';

const [POTION, DAGGER, POT, MEAD] = [1, 4, 12, 16];
/** Maximum health of the injured player. */
const FULL = 1_000;
/** Current health of the injured player. */
const LEFT = 100;
/** Health that a potion restores. */
const HEALS = healthPoints(itemById(POTION)?.healShare ?? 0, FULL);
/** Attack that a dagger adds. */
const SHARP = itemById(DAGGER)?.damage;

const app = useTestApp();
afterAll(async () => {
  await checkFights(app);
});

const use = (browser: TestBrowser, itemId: number, targetId: number, key?: string) =>
  browser.call('POST /api/combat/use-item', {
    body: { itemId, targetId },
    headers: key ? { 'idempotency-key': key } : {},
  });

/**
 * Create an injured player with `more` additional copies of an item, a second browser of that player, and an injured
 * opponent.
 */
async function createHurtPlayer(
  itemId: number,
  more: number,
): Promise<[TestPlayer, TestBrowser, TestPlayer]> {
  const [player, rival] = [await app.player(), await app.player()];
  for (const one of [player, rival]) await setCharacter(app, one, { health: LEFT, max_health: FULL });
  if (more > 0) await transaction(app.site.db, (tx) => addItem(tx, player.id, itemId, more));
  const second = app.browser();
  await second.signIn(player.username);
  return [player, second, rival];
}
/** Send the same request concurrently, three times from each browser. */
const concurrently = (browsers: TestBrowser[], itemId: number, targetId: number, key?: string) =>
  Promise.all([...browsers, ...browsers, ...browsers].map((browser) => use(browser, itemId, targetId, key)));
const codesOf = (answers: Awaited<ReturnType<typeof concurrently>>) =>
  answers.map(({ status, body }) => (status === 200 ? 'done' : String(body.code))).sort();

describe('an item is consumed once', () => {
  it('in a fight, when two browsers click concurrently', async () => {
    const [player, second, rival] = await createHurtPlayer(POT, 5);
    const before = await quantityOf(app, player, POT);
    await openFightOf(player, rival);
    const codes = codesOf(await concurrently([player, second], POT, rival.id));
    expect(codes.filter((code) => code === 'done')).toHaveLength(1);
    expect(await quantityOf(app, player, POT)).toBe(before - 1);
  });

  it.each([
    ['in a fight', true],
    ['outside fights', false],
  ])('%s, for repeated requests with the same idempotency key', async (_, fighting) => {
    const [player, second, rival] = await createHurtPlayer(POTION, 5);
    const before = await quantityOf(app, player, POTION);
    if (fighting) await openFightOf(player, rival);
    const answers = await concurrently([player, second], POTION, player.id, 'a-sip');
    expect(new Set(codesOf(answers)).has('done')).toBe(true);
    expect(codesOf(answers).filter((code) => !['done', 'inProgress'].includes(code))).toEqual([]);
    const again = await use(second, POTION, player.id, 'a-sip');
    for (const { status, body } of answers) if (status === 200) expect(body).toEqual(again.body);
    // In a fight, the opponent's move also changes the health, so check the health only outside fights.
    if (!fighting) expect(again.body.newHealth).toBe(LEFT + HEALS);
    if (!fighting) expect(again.body.message).toContain(`: +${HEALS} health, now ${LEFT + HEALS} of `);
    expect(await quantityOf(app, player, POTION)).toBe(before - 1);
  });

  it('outside fights, for each concurrent request that succeeds', async () => {
    const [player, second] = await createHurtPlayer(POTION, 0);
    const left = await quantityOf(app, player, POTION);
    const codes = codesOf(await concurrently([player, second], POTION, player.id));
    // The second potion restores full health. All later requests fail, because nobody can drink at full health.
    expect(codes).toEqual([...Array(left).fill('done'), ...Array(6 - left).fill('fullHealth')]);
    expect(await characterOf(app, player)).toMatchObject({ health: FULL });
    expect(await quantityOf(app, player, POTION)).toBe(0);
  });

  it('outside fights, only if it has an effect', async () => {
    const [player] = await createHurtPlayer(MEAD, 2);
    const received = nextEvent(await player.socket(), 'inventory:changed');
    await setCharacter(app, player, { energy: 10 });
    const energy = 10 + (itemById(MEAD)?.boost?.energy ?? 0);
    const { body } = await use(player, MEAD, player.id);
    expect(body.updatedStats.energy).toBe(energy);
    expect(body.message).toBe(`Midnight Mead: +${energy - 10} energy, now ${energy} of ${ENERGY_MAX}.`);
    expect(await received).toEqual({});
    await setCharacter(app, player, { energy: ENERGY_MAX });
    expect((await use(player, MEAD, player.id)).status).toBe(409);
    expect(await quantityOf(app, player, MEAD)).toBe(1);
    const pots = await quantityOf(app, player, POT);
    expect((await use(player, POT, player.id)).status).toBe(400);
    expect(await quantityOf(app, player, POT)).toBe(pots);
  });

  if (process.env.TEST_DATABASE_URL)
    it('per idempotency key, even if database connections fail in between', async () => {
      const SIPS = 30;
      const [player] = await createHurtPlayer(POTION, 2 * SIPS);
      const before = await quantityOf(app, player, POTION);
      let broken = 0;
      const stop = breakConnections(app, 'idempotency|inventory|characters');
      try {
        for (let sip = 0; sip < SIPS; sip++) {
          // This statement can also lose its connection, so repeat it until it succeeds.
          await expect
            .poll(() =>
              setCharacter(app, player, { health: LEFT }).then(
                () => true,
                () => false,
              ),
            )
            .toBe(true);
          for (let status = 0; status !== 200; ) {
            const answer = await use(player, POTION, player.id, `sip-${sip}`);
            ({ status } = answer);
            if (status >= 500) broken++;
            // The broken connection of the previous try can still hold its lock.
            else if (answer.body.code !== 'inProgress') expect(status).toBe(200);
          }
        }
      } finally {
        await stop();
      }
      expect(broken).toBeGreaterThan(0);
      expect(await quantityOf(app, player, POTION)).toBe(before - SIPS);
      expect((await characterOf(app, player)).health).toBe(LEFT + HEALS);
    });
});

it('a fight uses the gear that the players owned when it began', async () => {
  const [one, other] = [await app.player(), await app.player()];
  const trade = (action: 'buy' | 'sell', itemId: number, by = one) =>
    by.call(`POST /api/store/${action}`, { body: { itemId } } as never);
  await trade('buy', DAGGER);
  const { body } = await openFightOf(one, other);
  expect([(await trade('sell', DAGGER)).status, (await trade('buy', DAGGER, other)).status]).toEqual([
    200, 200,
  ]);
  await fightToEnd(app, one, other);
  const params = { id: body.id };
  const record = (await one.call('GET /api/combat/fights/{id}', { params })).body;
  expect([record.attacker.weapon, record.defender.weapon]).toEqual([SHARP, 0]);
  const next = await openFightOf(other, one);
  await fightToEnd(app, other, one);
  const again = await one.call('GET /api/combat/fights/{id}', { params: { id: next.body.id } });
  expect([again.body.attacker.weapon, again.body.defender.weapon]).toEqual([SHARP, 0]);
});
