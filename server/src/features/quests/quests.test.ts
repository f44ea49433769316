import type { Quest, Quests } from '@rivalhold/shared/contract/quests.ts';
import { describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { nextEvent, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { failAfterStatement } from '../../testing/statements.ts';
import { block } from '../blocks/testing.ts';
import { verifyLedger } from '../coins/service.ts';
import { fightToEnd, openFightOf, setCharacter, strike } from '../combat/testing.ts';
import { balanceOf } from '../store/testing.ts';

const app = useTestApp();

const newPlayer = () => app.player();
const questsOf = async (player: TestPlayer) => (await player.call('GET /api/quests')).body;
const claim = (player: TestPlayer, quest: Quest) =>
  player.call('POST /api/quests/{quest}/claim', { params: { quest } });
const skip = (player: TestPlayer) => player.call('POST /api/quests/skip');
const resume = (player: TestPlayer) => player.call('DELETE /api/quests/skip');
const inState = ({ steps }: Quests, wanted: string) =>
  steps.filter(({ state }) => state === wanted).map(({ quest }) => quest);
const done = async (player: TestPlayer) => inState(await questsOf(player), 'done');

const post = (player: TestPlayer) => player.call('POST /api/feed', { body: { body: 'A first word' } });
const request = (player: TestPlayer, other: TestPlayer) =>
  player.call('POST /api/friend-requests/{userId}', { params: { userId: other.id } });
const use = (player: TestPlayer, itemId: number, target = player) =>
  player.call('POST /api/combat/use-item', { body: { itemId, targetId: target.id } });
const drink = async (player: TestPlayer) => {
  await setCharacter(app, player, { health: 40 });
  expect((await use(player, 1)).status).toBe(200);
};
/** Lose a fight in the first exchange. */
const lose = async (player: TestPlayer, winner: TestPlayer) => {
  await setCharacter(app, player, { attack: 0, health: 1 });
  await openFightOf(player, winner);
  await fightToEnd(app, player, winner);
};
const paidFor = (player: TestPlayer) =>
  query(
    app.site.db,
    sql`select amount, reference from coin_ledger where user_id = ${player.id} and reason = 'quest'`,
  );

describe('a new player’s quest', () => {
  it('is completed by the action itself', async () => {
    const [player, rival] = [await newPlayer(), await newPlayer()];
    const received: (string | undefined)[] = [];
    for (const socket of [await player.socket(), await player.socket()])
      socket.on('quests:changed', (event) => received.push(event.done));
    await lose(player, rival);
    await drink(player);
    await request(player, rival);
    await post(player);
    await expect
      .poll(() => received.toSorted())
      .toEqual(['fight', 'friend', 'post', 'potion'].flatMap((quest) => [quest, quest]));
    const { state, steps, rival: proposed } = await questsOf(player);
    expect([state, proposed]).toEqual(['open', null]);
    expect(steps).toEqual([
      { quest: 'fight', coins: 3, state: 'done' },
      { quest: 'potion', coins: 2, state: 'done' },
      { quest: 'friend', coins: 2, state: 'done' },
      { quest: 'post', coins: 3, state: 'done' },
    ]);
    // Repeating the action or deleting the post does not change the quest.
    const { body } = await post(player);
    await player.call('DELETE /api/feed/{id}', { params: { id: body.post.id } });
    expect((await questsOf(player)).steps).toEqual(steps);
    expect(received).toHaveLength(8);
  });

  it('about fights is completed only if the player takes part until the fight ends', async () => {
    const [one, away, answering, gaveUp] = [
      await newPlayer(),
      await newPlayer(),
      await newPlayer(),
      await newPlayer(),
    ];
    await lose(one, away);
    expect([await done(one), await done(away)]).toEqual([['fight'], []]);
    await openFightOf(away, answering);
    await setCharacter(app, answering, { attack: 500 });
    await fightToEnd(app, answering, away);
    expect([await done(away), await done(answering)]).toEqual([['fight'], ['fight']]);
    await openFightOf(gaveUp, one);
    expect((await strike(gaveUp, one)).status).toBe(200);
    await block(gaveUp, one);
    expect(await done(gaveUp)).toEqual([]);
  });

  it('about potions is completed by drinking a potion, but not by a rejected or thrown item', async () => {
    const [throwing, drinking, rival] = [await newPlayer(), await newPlayer(), await newPlayer()];
    expect((await use(throwing, 1)).body).toMatchObject({ code: 'fullHealth' });
    await openFightOf(throwing, rival);
    expect((await use(throwing, 12, rival)).status).toBe(200);
    expect(await done(throwing)).toEqual([]);
    await setCharacter(app, drinking, { health: 40 });
    await openFightOf(drinking, rival);
    expect((await use(drinking, 1)).status).toBe(200);
    expect(await done(drinking)).toEqual(['potion']);
  });

  it('about friends is completed by sending or accepting a friend request', async () => {
    const [asking, asked] = [await newPlayer(), await newPlayer()];
    const { body } = await request(asking, asked);
    expect([await done(asking), await done(asked)]).toEqual([['friend'], []]);
    await asked.call('PATCH /api/friend-requests/{id}/accept', { params: { id: body.request.id } });
    expect(await done(asked)).toEqual(['friend']);
  });
});

describe('the suggested rival', () => {
  it('is near the player’s level and can be fought', async () => {
    const me = await newPlayer();
    const level = 40;
    await setCharacter(app, me, { level });
    const rival = async () => (await questsOf(me)).rival;
    expect(await rival()).toBeNull();
    const [above, equal, suspended, blocking] = [
      await newPlayer(),
      await newPlayer(),
      await newPlayer(),
      await newPlayer(),
    ];
    await setCharacter(app, above, { level: level + 1 });
    expect(await rival()).toMatchObject({ id: above.id, level: level + 1 });
    for (const other of [suspended, blocking]) await setCharacter(app, other, { level });
    await query(app.site.db, sql`update users set suspended_at = now() where id = ${suspended.id}`);
    await block(blocking, me);
    expect(await rival()).toMatchObject({ id: above.id });
    await setCharacter(app, equal, { level });
    expect(await rival()).toMatchObject({ id: equal.id, username: equal.username });
  });
});

describe('a quest reward', () => {
  it('is paid once for concurrent and repeated claims', async () => {
    const [player, other] = [await newPlayer(), await newPlayer()];
    await post(player);
    const socket = await player.socket();
    const coins = nextEvent(socket, 'coins:changed');
    const answers = await Promise.all(Array.from({ length: 12 }, () => claim(player, 'post')));
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
    for (const { body } of answers) expect(inState(body, 'claimed')).toEqual(['post']);
    expect(await coins).toEqual({ coins: 53, amount: 3, reason: 'quest' });
    expect((await claim(player, 'post')).status).toBe(200);
    expect(await balanceOf(app, player)).toBe(53);
    expect(await paidFor(player)).toEqual([{ amount: 3, reference: 'quest:post' }]);
    // A player gets no reward for another player's action.
    expect((await claim(other, 'post')).status).toBe(409);
    expect([await balanceOf(app, other), await paidFor(other)]).toEqual([50, []]);
  });

  it('is not paid before the action, or for an unknown quest', async () => {
    const player = await newPlayer();
    const early = await claim(player, 'fight');
    expect([early.status, early.body.message]).toEqual([409, 'You haven’t finished this quest yet.']);
    expect((await claim(player, 'gold' as Quest)).status).toBe(400);
    expect(await balanceOf(app, player)).toBe(50);
  });

  it('cannot be claimed while quests are skipped, but progress still counts', async () => {
    const player = await newPlayer();
    await post(player);
    const socket = await player.socket();
    const events = nextEvent(socket, 'quests:changed');
    expect((await skip(player)).body.state).toBe('skipped');
    expect(await events).toEqual({});
    expect((await skip(player)).status).toBe(200);
    expect((await claim(player, 'post')).status).toBe(409);
    await request(player, await newPlayer());
    expect((await resume(player)).body.state).toBe('open');
    expect(await done(player)).toEqual(['friend', 'post']);
    await claim(player, 'post');
    expect(await balanceOf(app, player)).toBe(53);
  });

  it('is paid for each quest', async () => {
    const [player, rival] = [await newPlayer(), await newPlayer()];
    await lose(player, rival);
    await drink(player);
    await request(player, rival);
    await post(player);
    for (const quest of ['fight', 'potion', 'friend', 'post'] as const) await claim(player, quest);
    expect(await balanceOf(app, player)).toBe(60);
    expect((await questsOf(player)).state).toBe('open');
    expect((await skip(player)).body.state).toBe('over');
    expect((await resume(player)).status).toBe(409);
  });

  it('is paid completely or not at all if the server crashes', async () => {
    const player = await newPlayer();
    await post(player);
    let deaths = 0;
    while (await failAfterStatement(app, deaths + 1, () => claim(player, 'post'))) {
      deaths++;
      const paid = (await paidFor(player)).length;
      expect(await balanceOf(app, player)).toBe(50 + 3 * paid);
      expect(inState(await questsOf(player), 'claimed')).toHaveLength(paid);
    }
    expect(deaths).toBeGreaterThan(3);
    expect(await paidFor(player)).toHaveLength(1);
    expect((await verifyLedger(app.site.db)).differences).toEqual([]);
  });
});
