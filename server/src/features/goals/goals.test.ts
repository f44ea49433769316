import type { GoalId, Goals } from '@rivalhold/shared/contract/goals.ts';
import { TITLE_NAMES } from '@rivalhold/shared/texts/titles.ts';
import { DAY, HOUR } from '@rivalhold/shared/time-units.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { nextEvent, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query, queryValue } from '../../testing/queries.ts';
import { failAfterStatement } from '../../testing/statements.ts';
import { block, unblock } from '../blocks/testing.ts';
import { sendLobbyMessage } from '../chat/testing.ts';
import { verifyLedger } from '../coins/service.ts';
import { fightToEnd, openFightOf, setCharacter, strike } from '../combat/testing.ts';
import { comment, createPost, like, removePost, unlike } from '../feed/testing.ts';
import { createReply, createThread, firstCategoryId } from '../forum/testing.ts';
import { balanceOf } from '../store/testing.ts';
import { goalsOf, setGoals, setTimeZone, settledPlayer } from './testing.ts';

const app = useTestApp();
let player: TestPlayer;
let other: TestPlayer;
beforeEach(async () => {
  // Begin each test at noon, so that midnight does not fall between its steps.
  app.clock.set(new Date(Math.ceil(app.clock.now().getTime() / DAY) * DAY + DAY / 2));
  [player, other] = [await settledPlayer(app), await settledPlayer(app)];
});

const find = ({ goals }: Goals, name: GoalId) => goals.find(({ goal }) => goal === name);
const progressOf = async (name: GoalId, of = player) => find(await goalsOf(of), name)?.progress;
const claim = async (name: GoalId, by = player, startsOn?: string) => {
  const date = startsOn ?? find(await goalsOf(by), name)?.startsOn ?? '2026-06-01';
  return by.call('POST /api/goals/{startsOn}/{goal}/claim', { params: { startsOn: date, goal: name } });
};
const paidFor = (who: TestPlayer) =>
  query<{ amount: number; reference: string }>(
    app.site.db,
    sql`select amount, reference from coin_ledger where user_id = ${who.id} and reason = 'goal'`,
  );
/** Make the player `by` very strong, and let them win a fight against `over`. */
const win = async (by: TestPlayer, over: TestPlayer) => {
  await setCharacter(app, by, { health: 500, max_health: 500, attack: 900, energy: 100 });
  await openFightOf(by, over);
  await fightToEnd(app, by, over);
};
const befriend = async (one: TestPlayer, two: TestPlayer) => {
  for (const [from, to] of [
    [one, two],
    [two, one],
  ] as const)
    await from.call('POST /api/friend-requests/{userId}', { params: { userId: to.id } });
};
const titlesOf = async (of: TestPlayer, by = of) =>
  (await by.call('GET /api/titles/{userId}', { params: { userId: of.id } })).body;
const streakOf = async () => (await goalsOf(player)).streak;
const nextDay = (days = 1) => app.clock.advance(days * DAY);

describe('goals', () => {
  it('include three daily goals and one weekly goal', async () => {
    const { goals } = await goalsOf(player);
    expect(goals.map(({ period }) => period)).toEqual(['day', 'day', 'day', 'week']);
    expect(goals.every(({ state, progress }) => state === 'open' && progress === 0)).toBe(true);
    for (const zone of ['Asia/Tokyo', 'America/New_York', 'UTC']) {
      expect((await setTimeZone(player, zone)).status).toBe(200);
      expect((await goalsOf(player)).goals).toEqual(goals);
    }
    await win(player, other);
    expect((await goalsOf(player)).goals.map(({ goal }) => goal)).toEqual(goals.map(({ goal }) => goal));
    nextDay();
    const startsOn = app.clock.now().toISOString().slice(0, 10);
    expect((await goalsOf(player)).goals.filter((goal) => goal.startsOn === startsOn).length).toBeGreaterThan(
      2,
    );
  });

  it('reject an unknown time zone', async () => {
    const { status, body } = await setTimeZone(player, 'Mars/Olympus');
    expect([status, body]).toMatchObject([400, { errors: { timeZone: expect.any(String) } }]);
  });

  it('count at most one finished fight a day against each opponent', async () => {
    await setGoals(app, player, { day: ['fight-2', 'win-2', 'read-4'], week: ['week-win-8'] });
    const changed = nextEvent(await player.socket(), 'goals:changed');
    await win(player, other);
    expect(await changed).toEqual({});
    await win(player, other);
    expect([await progressOf('fight-2'), await progressOf('win-2'), await progressOf('week-win-8')]).toEqual([
      1, 1, 1,
    ]);
    expect(await progressOf('read-4')).toBeGreaterThanOrEqual(0);
    const done = nextEvent(await player.socket(), 'goals:changed');
    await win(player, await settledPlayer(app));
    expect(['fight-2', 'win-2']).toContain((await done).done);
    expect(find(await goalsOf(player), 'fight-2')).toMatchObject({ progress: 2, state: 'done' });
  });

  it('count neither conceded fights nor fights against a new account', async () => {
    await setGoals(app, player, { day: ['fight-2', 'win-1'] });
    const { body } = await openFightOf(player, other);
    await strike(player, other);
    await other.call('POST /api/combat/fights/{id}/concede', { params: { id: body.id } });
    await win(player, await app.player());
    expect([await progressOf('fight-2'), await progressOf('win-1')]).toEqual([0, 0]);
  });

  it('count the opponent’s moves that the player has predicted correctly', async () => {
    await setGoals(app, player, { day: ['read-4'] });
    await openFightOf(player, other);
    await query(
      app.site.db,
      sql`update fights set state = jsonb_set(state, '{attacker,reads}', '3')
          where attacker_id = ${player.id} and status = 'active'`,
    );
    await setCharacter(app, player, { attack: 900 });
    await fightToEnd(app, player, other);
    expect(await progressOf('read-4')).toBeGreaterThanOrEqual(3);
  });

  it('count at most one like per day for the posts of each author', async () => {
    await setGoals(app, player, { day: ['like-3'] });
    const posts = [await createPost(other), await createPost(other), await createPost(player)];
    for (const id of posts) await like(player, id);
    for (let n = 0; n < 3; n++) {
      await unlike(player, posts[0]!);
      await like(player, posts[0]!);
    }
    await like(player, await createPost(await app.player()));
    expect(await progressOf('like-3')).toBe(1);
    const [third, fourth] = [await settledPlayer(app), await settledPlayer(app)];
    const more = [await createPost(third), await createPost(fourth)];
    await Promise.all(more.map((id) => like(player, id)));
    expect(find(await goalsOf(player), 'like-3')).toMatchObject({ progress: 3, state: 'done' });
  });

  it('count at most one post a day', async () => {
    await setGoals(app, player, { day: ['post-1'], week: ['week-days-5'] });
    for (let n = 0; n < 3; n++) await removePost(player, await createPost(player));
    expect([await progressOf('post-1'), await progressOf('week-days-5')]).toEqual([1, 1]);
    const posts = sql`select (counts->>'posts')::integer from goal_progress where user_id = ${player.id}`;
    expect(await queryValue(app.site.db, posts)).toBe(1);
  });

  it('are stored once if a player’s first actions happen concurrently', async () => {
    await Promise.all([
      createPost(player),
      createPost(player),
      setTimeZone(player, 'UTC'),
      createPost(player),
    ]);
    const { goals } = await goalsOf(player);
    expect(goals.map(({ period }) => period)).toEqual(['day', 'day', 'day', 'week']);
    const posts = sql`select (counts->>'posts')::integer from goal_progress where user_id = ${player.id}`;
    expect(await queryValue(app.site.db, posts)).toBe(1);
  });

  it('count Lobby messages, forum replies, and comments on other players’ posts', async () => {
    await setGoals(app, player, { day: ['comment-1', 'lobby-1', 'reply-1'] });
    await comment(player, await createPost(player), 'Mine');
    expect(await progressOf('comment-1')).toBe(0);
    await comment(player, await createPost(other), 'Yours');
    await sendLobbyMessage(await player.socket(), '/roll');
    expect(await progressOf('lobby-1')).toBe(0);
    await sendLobbyMessage(await player.socket(), 'Good evening');
    await createReply(player, (await createThread(other, await firstCategoryId(other))).id);
    const daily = (await goalsOf(player)).goals.filter(({ period }) => period === 'day');
    expect(daily.map(({ state }) => state)).toEqual(['done', 'done', 'done']);
  });

  it('count a friend only once, even if the friendship ends and begins again', async () => {
    await setGoals(app, player, { week: ['week-friend-1'] });
    await befriend(player, other);
    expect(await progressOf('week-friend-1')).toBe(1);
    await block(player, other);
    await unblock(player, other);
    nextDay(8);
    await setGoals(app, player, { week: ['week-friend-1'] });
    await befriend(player, other);
    const count = sql`select (counts->>'friends')::integer from goal_progress where user_id = ${player.id}`;
    expect([await progressOf('week-friend-1'), await queryValue(app.site.db, count)]).toEqual([0, 1]);
  });
});

describe('the reward of a goal', () => {
  beforeEach(() => setGoals(app, player, { day: ['post-1', 'win-1'] }));

  it('is paid once for concurrent and repeated claims', async () => {
    await createPost(player);
    const coins = nextEvent(await player.socket(), 'coins:changed');
    const answers = await Promise.all(Array.from({ length: 12 }, () => claim('post-1')));
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
    for (const { body } of answers) expect(find(body, 'post-1')?.state).toBe('claimed');
    expect(await coins).toEqual({ coins: 51, amount: 1, reason: 'goal' });
    const [row] = await paidFor(player);
    expect(row).toMatchObject({ amount: 1, reference: expect.stringMatching(/^goal:[\d-]{10}:post-1$/) });
    expect([await balanceOf(app, player), (await paidFor(player)).length]).toEqual([51, 1]);
  });

  it('is not paid before the goal is completed', async () => {
    const early = await claim('win-1');
    expect([early.status, early.body.message]).toEqual([409, 'You haven’t completed this goal yet.']);
    await createPost(player);
    const { startsOn } = find(await goalsOf(player), 'post-1')!;
    expect((await claim('post-1', other, startsOn)).status).toBe(409);
    expect((await claim('post-1', player, '2020-01-01')).status).toBe(409);
    expect((await claim('gold' as GoalId, player, startsOn)).status).toBe(400);
    expect([await balanceOf(app, player), await balanceOf(app, other)]).toEqual([50, 50]);
  });

  it('can still be claimed after midnight, but only once', async () => {
    await createPost(player);
    nextDay();
    const { goals } = await goalsOf(player);
    expect(goals.map(({ goal }) => goal)).toContain('post-1');
    const earlier = goals.filter(({ state }) => state === 'done');
    expect(earlier.map(({ goal }) => goal)).toEqual(['post-1']);
    await createPost(player);
    expect((await claim('post-1', player, earlier[0]?.startsOn)).status).toBe(200);
    const left = (await goalsOf(player)).goals.filter(({ period }) => period === 'day');
    expect(left.map(({ startsOn }) => startsOn)).not.toContain(earlier[0]?.startsOn);
    expect((await claim('post-1', player, earlier[0]?.startsOn)).status).toBe(200);
    expect((await paidFor(player)).length).toBe(1);
  });

  it('is paid completely or not at all if the server crashes', async () => {
    await createPost(player);
    const { startsOn } = find(await goalsOf(player), 'post-1')!;
    let deaths = 0;
    while (await failAfterStatement(app, deaths + 1, () => claim('post-1', player, startsOn))) {
      deaths++;
      const paid = (await paidFor(player)).length;
      expect(await balanceOf(app, player)).toBe(50 + paid);
      expect(find(await goalsOf(player), 'post-1')?.state).toBe(paid ? 'claimed' : 'done');
    }
    expect(deaths).toBeGreaterThan(3);
    expect((await paidFor(player)).length).toBe(1);
    expect((await verifyLedger(app.site.db)).differences).toEqual([]);
  });

  it('is reported by the ledger verification if it has no row in the ledger', async () => {
    await createPost(player);
    await query(
      app.site.db,
      sql`update goals set claimed_at = now() where user_id = ${player.id} and goal = 'post-1'`,
    );
    const { differences } = await verifyLedger(app.site.db);
    expect(differences).toMatchObject([
      { userId: player.id, problem: expect.stringContaining('has no row') },
    ]);
    await query(app.site.db, sql`update goals set claimed_at = null where user_id = ${player.id}`);
  });

  it('progress towards a goal is stored together with the action, even if the server crashes', async () => {
    let deaths = 0;
    while (await failAfterStatement(app, deaths + 1, () => createPost(player).catch(() => undefined))) {
      deaths++;
      const posts = sql`select count(*)::integer from posts where user_id = ${player.id}`;
      expect(await progressOf('post-1')).toBe(Math.min(1, await queryValue<number>(app.site.db, posts)));
    }
    expect(deaths).toBeGreaterThan(5);
  });
});

describe('a day', () => {
  it('ends at midnight in the player’s stored time zone', async () => {
    await setTimeZone(player, 'America/New_York');
    const { dayEndsAt, goals } = await goalsOf(player);
    expect(dayEndsAt).toMatch(/T0[45]:00:00.000Z$/);
    app.clock.set(new Date(new Date(dayEndsAt).getTime() - 1));
    expect((await goalsOf(player)).goals[0]?.startsOn).toBe(goals[0]?.startsOn);
    app.clock.advance(1);
    expect((await goalsOf(player)).goals[0]?.startsOn).not.toBe(goals[0]?.startsOn);
  });

  it('cannot be gained by changing the time zone', async () => {
    const sets = new Set<string | undefined>();
    const zones = ['Pacific/Pago_Pago', 'UTC', 'Asia/Tokyo', 'Pacific/Kiritimati'];
    for (let hour = 0; hour < 72; hour += 2) {
      await setTimeZone(player, zones[(hour / 2) % zones.length]!);
      sets.add((await goalsOf(player)).goals.find(({ period }) => period === 'day')?.startsOn);
      app.clock.advance(2 * HOUR);
    }
    expect(sets.size).toBeLessThanOrEqual(4);
  });
});

describe('a streak', () => {
  const complete = async () => {
    await setGoals(app, player, { day: ['post-1'] });
    await createPost(player);
  };

  it('grows each day, and survives one missed day a week', async () => {
    // Begin on a Monday, so that all days of this test are in the same week.
    app.clock.advance(((8 - app.clock.now().getUTCDay()) % 7) * DAY);
    await complete();
    await createPost(player);
    expect(await streakOf()).toEqual({ days: 1, today: true, freezeLeft: true, frozen: false, lost: 0 });
    nextDay();
    expect(await streakOf()).toMatchObject({ days: 1, today: false });
    await complete();
    nextDay(2);
    expect(await streakOf()).toEqual({ days: 2, today: false, freezeLeft: false, frozen: true, lost: 0 });
    await complete();
    expect(await streakOf()).toMatchObject({ days: 3, today: true });
    nextDay(2);
    expect(await streakOf()).toMatchObject({ days: 0, frozen: false, lost: 3 });
    await complete();
    expect(await streakOf()).toMatchObject({ days: 1, lost: 0 });
  });
});

describe('a title', () => {
  it('is earned once, with a notification and an event', async () => {
    const socket = await player.socket();
    const [earned, notified] = [nextEvent(socket, 'titles:changed'), nextEvent(socket, 'notify:new')];
    expect((await titlesOf(player)).earned).toEqual([]);
    await win(player, other);
    expect(await earned).toEqual({ userId: player.id });
    expect(await notified).toMatchObject({
      type: 'system',
      text: expect.stringContaining(TITLE_NAMES['win-1']),
      data: { link: `/profiles/${player.id}#titles` },
    });
    await win(player, await settledPlayer(app));
    const titles = await titlesOf(player);
    expect(titles.earned.map(({ title }) => title)).toEqual(['win-1']);
    expect(titles.open.find(({ title }) => title === 'win-10')).toEqual({
      title: 'win-10',
      progress: 2,
      target: 10,
    });
    const notices = sql`select count(*)::integer from notifications
      where user_id = ${player.id} and collapse_key like 'title:%'`;
    expect(await queryValue(app.site.db, notices)).toBe(1);
  });

  it('can be chosen only if it is earned', async () => {
    const choose = (title: 'win-1' | 'win-10' | null) =>
      player.call('PUT /api/titles/chosen', { body: { title } });
    await win(player, other);
    expect((await choose('win-10')).status).toBe(409);
    const answers = await Promise.all([choose('win-1'), choose('win-1')]);
    expect(answers.map(({ status, body }) => [status, body.chosen])).toEqual(Array(2).fill([200, 'win-1']));
    expect(await titlesOf(player, other)).toMatchObject({ chosen: 'win-1', open: [] });
    const { body } = await openFightOf(other, player);
    expect([body.attacker.title, body.defender.title]).toEqual([null, 'win-1']);
    expect((await choose(null)).body.chosen).toBeNull();
    await block(player, other);
    const hidden = await other.call('GET /api/titles/{userId}', { params: { userId: player.id } });
    expect(hidden.status).toBe(404);
  });

  it('is earned for every level target that the character has reached', async () => {
    await query(
      app.site.db,
      sql`update characters set experience = 659, level = 9 where user_id = ${player.id}`,
    );
    await setCharacter(app, other, { level: 12 });
    await win(player, other);
    expect((await titlesOf(player)).earned.map(({ title }) => title).toSorted()).toEqual([
      'level-10',
      'level-5',
      'win-1',
    ]);
  });
});
