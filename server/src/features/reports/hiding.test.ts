import { ACCOUNT_STANDING_LIMITS } from '@rivalhold/shared/account-limits.ts';
import type { Report } from '@rivalhold/shared/contract/reports.ts';
import { retainedSince } from '@rivalhold/shared/retention.ts';
import { NOTIFICATION_MESSAGES } from '@rivalhold/shared/texts/notification-messages.ts';
import { DAY } from '@rivalhold/shared/time-units.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { slowTestTimeout } from '../../../../scripts/testing/timeouts.ts';
import { queryExists, sql } from '../../platform/db/db.ts';
import { truncateAddresses } from '../../platform/personal-data/addresses.ts';
import { nextEvent, signUp, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query, queryValue, queryValues } from '../../testing/queries.ts';
import { makeTrusted, standingOf } from '../account-standing/testing.ts';
import { answerOf, createAppeal } from '../appeals/testing.ts';
import { block, unblock } from '../blocks/testing.ts';
import { latestDecision } from '../decisions/testing.ts';
import { erase } from '../deletion/service.ts';
import { deleteWithoutJob } from '../deletion/testing.ts';
import {
  comment,
  commentsOf,
  createPost,
  like,
  likersOf,
  listFeed,
  post,
  postOf,
  removeComment,
  removePost,
  unlike,
} from '../feed/testing.ts';
import { createStaff, muteOf } from '../moderation/testing.ts';
import { addPhoto } from '../photos/testing.ts';
import { undoSince } from '../staff-actions/testing.ts';
import { hasIndependentPair } from './hiding.ts';
import { createReport, fileOf, performReportAction, queue, report } from './testing.ts';

const app = useTestApp({ env: { TRUST_PROXY: '1' } });
const players: TestPlayer[] = [];
const from = (address: string) => ({ 'x-forwarded-for': address });
let networks = 0;
/** Return an IP address in a network that nothing else uses. */
const newAddress = (): string => `10.${networks >> 8}.${networks++ & 255}.1`;
/** Sign up a player, by default from a new network. The player's later requests come from the same address. */
const newPlayer = async (address = newAddress()): Promise<TestPlayer> => {
  const player = await signUp(app.url, undefined, from(address));
  players.push(player);
  return player;
};
const newTrusted = async (address?: string): Promise<TestPlayer> => {
  const player = await newPlayer(address);
  await makeTrusted(app, player);
  return player;
};

let admin: TestPlayer;
let moderator: TestPlayer;
let one: TestPlayer;
let two: TestPlayer;
let reader: TestPlayer;
beforeAll(async () => {
  [admin, moderator] = [await createStaff(app, 'admin'), await createStaff(app)];
  reader = await newPlayer();
});
// After a player's reports have hidden much content, further reports by this player hide nothing. Therefore,
// each test has its own reporters.
beforeEach(async () => {
  [one, two] = [await newTrusted(), await newTrusted()];
});
afterAll(() => {
  for (const player of players) player.closeSockets();
});

const isHidden = (id: number) =>
  queryExists(app.site.db, sql`select 1 from hidden_content where kind = 'post' and subject_id = ${id}`);
const titlesOf = async (player: TestPlayer) =>
  (await player.call('GET /api/notifications', { query: { limit: 50 } })).body.items.map(
    ({ title }) => title,
  );
const HIDDEN = NOTIFICATION_MESSAGES.contentHidden('post').title;
const SHOWN = NOTIFICATION_MESSAGES.contentShown('post').title;
const resolve = (by: TestPlayer, id: number, body: object) =>
  performReportAction(by, id, { action: 'resolve', ...body });
const befriend = (player: TestPlayer, { id }: TestPlayer) =>
  query(
    app.site.db,
    sql`insert into friendships (user_id, friend_id, created_at)
        values (${player.id}, ${id}, now()), (${id}, ${player.id}, now())`,
  );
const inFeed = async (viewer: TestPlayer, id: number) =>
  (await listFeed(viewer)).body.items.find((shown) => shown.id === id);

/** Return a report if it is on any page of the report queue. */
async function inQueue(reportId: number): Promise<Report | undefined> {
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const { items, nextCursor } = await queue(moderator, { limit: 50, ...(cursor && { cursor }) });
    const found = items.find(({ id }) => id === reportId);
    if (found) return found;
    cursor = nextCursor;
  }
  return undefined;
}

/** Create a post by a new player, and let two trusted players report it. Return the id of the first report. */
async function hiddenPost(): Promise<{ author: TestPlayer; id: number; reportId: number }> {
  const [author, first, second] = [await newPlayer(), await newTrusted(), await newTrusted()];
  const id = await createPost(author, 'Buy coins here');
  const reportId = await createReport(first, 'post', id);
  await createReport(second, 'post', id);
  expect(await isHidden(id)).toBe(true);
  return { author, id, reportId };
}

describe('reports about a new player’s post', () => {
  it('hide the post if two trusted players send them', async () => {
    const author = await newPlayer();
    const id = await createPost(author);
    await createReport(reader, 'post', id);
    await createReport(one, 'post', id);
    await createReport(one, 'post', id);
    expect(await isHidden(id)).toBe(false);
    await report(two, 'post', id, 'Spam', { 'idempotency-key': 'hide' });
    await report(two, 'post', id, 'Spam', { 'idempotency-key': 'hide' });
    expect(await isHidden(id)).toBe(true);
    expect(await titlesOf(author)).toEqual([HIDDEN]);
    // Players who do not see the post cannot report it.
    expect((await report(await newTrusted(), 'post', id)).status).toBe(404);
  });

  it('no longer contain the network of a reporter who has deleted their account', async () => {
    const leaving = await newTrusted();
    const id = await createPost(await newPlayer());
    await createReport(leaving, 'post', id);
    await createReport(one, 'post', id);
    await deleteWithoutJob(app, leaving);
    await erase(app.site, leaving.id);
    const networks = await queryValues<string | null>(
      app.site.db,
      sql`select network from reports where subject_id = ${id} order by id`,
    );
    expect(networks).toEqual([null, expect.any(String)]);
  });

  it('hide the post even if they arrive at the same time', async () => {
    for (let n = 0; n < 5; n++) {
      const author = await newPlayer();
      const id = await createPost(author);
      const answers = await Promise.all([one, two].map((player) => report(player, 'post', id)));
      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
      expect(await isHidden(id)).toBe(true);
      expect(await titlesOf(author)).toEqual([HIDDEN]);
    }
  });

  it('hide the post of a deleted account even if they arrive at the same time', async () => {
    for (let n = 0; n < 5; n++) {
      const author = await newPlayer();
      const id = await createPost(author);
      await deleteWithoutJob(app, author);
      await Promise.all([one, two].map((player) => report(player, 'post', id)));
      expect(await isHidden(id)).toBe(true);
    }
  });

  it('hide the post of a deleted account only if the account was new', async () => {
    const config = app.site.config as { smtpUrl: string | null };
    const { smtpUrl } = config;
    config.smtpUrl = 'smtp://mail.invalid';
    try {
      for (const isOld of [true, false]) {
        const author = await newPlayer();
        const id = await createPost(author);
        const age = isOld ? 2 * DAY : 0;
        await query(
          app.site.db,
          sql`update users set created_at = ${new Date(app.clock.now().getTime() - age)} where id = ${author.id}`,
        );
        await query(
          app.site.db,
          sql`update users set email_verified_at = now() where id in (${one.id}, ${two.id})`,
        );
        await deleteWithoutJob(app, author);
        for (const player of [one, two]) await createReport(player, 'post', id);
        expect(await isHidden(id)).toBe(!isOld);
      }
    } finally {
      config.smtpUrl = smtpUrl;
    }
  });

  it('hide the post only if the author is new and both reporters are independent', {
    timeout: slowTestTimeout(60_000),
  }, async () => {
    const reporters = fc.record({
      isTrusted: fc.constantFrom(true, true, true, false),
      isMuted: fc.constantFrom(false, false, false, true),
      dismissed: fc.constantFrom(0, 0, 2, 3),
      isLoggedOut: fc.constantFrom(false, false, false, true),
    });
    const scenes = fc.record({
      reporters: fc.tuple(reporters, reporters),
      isAuthorNew: fc.constantFrom(true, true, true, false),
      areFriends: fc.constantFrom(false, false, false, true),
      isSameNetwork: fc.constantFrom(false, false, false, true),
      areSentFromSameNetwork: fc.constantFrom(false, false, false, true),
      wasReviewed: fc.constantFrom(false, false, false, true),
    });
    await fc.assert(
      fc.asyncProperty(scenes, async (scene) => {
        const author = await newPlayer();
        if (!scene.isAuthorNew)
          await query(
            app.site.db,
            sql`update users set created_at = created_at - interval '2 days' where id = ${author.id}`,
          );
        const id = await createPost(author);
        if (scene.wasReviewed)
          await resolve(moderator, await createReport(reader, 'post', id), { outcome: 'dismiss' });
        const pair: TestPlayer[] = [];
        for (const [n, { isTrusted, isMuted, dismissed }] of scene.reporters.entries()) {
          const network = scene.isSameNetwork ? `10.9.9.${n + 1}` : undefined;
          const player = await (isTrusted ? newTrusted(network) : newPlayer(network));
          pair.push(player);
          if (isMuted) await muteOf(moderator, player.id);
          for (let count = 0; count < dismissed; count++)
            await query(
              app.site.db,
              sql`insert into reports (kind, subject_id, reporter_id, reported_id, reason, state, outcome, copy_text,
                    created_at, resolved_at)
                  values ('post', 0, ${player.id}, ${author.id}, 'Spam', 'resolved', 'dismiss', '',
                    ${app.clock.now()}, ${app.clock.now()})`,
            );
        }
        const [first, second] = pair as [TestPlayer, TestPlayer];
        if (scene.areFriends) await befriend(first, second);
        for (const [n, player] of pair.entries()) {
          const headers = scene.areSentFromSameNetwork ? from(`10.9.8.${n + 1}`) : {};
          expect((await report(player, 'post', id, 'Spam', headers)).status).toBe(201);
          if (scene.reporters[n]?.isLoggedOut && n === 0) await player.call('DELETE /api/session');
        }
        const isCounted = scene.reporters.every(
          ({ isTrusted, isMuted, dismissed, isLoggedOut }, n) =>
            isTrusted &&
            !isMuted &&
            dismissed < ACCOUNT_STANDING_LIMITS.dismissedReports &&
            !(isLoggedOut && n === 0),
        );
        const isExpected =
          isCounted &&
          scene.isAuthorNew &&
          !scene.areFriends &&
          !scene.isSameNetwork &&
          !scene.areSentFromSameNetwork &&
          !scene.wasReviewed;
        expect(await isHidden(id)).toBe(isExpected);
      }),
      {
        numRuns: 25,
        examples: [
          [ALL_MET],
          [{ ...ALL_MET, areSentFromSameNetwork: true }],
          [{ ...ALL_MET, reporters: [{ ...COUNTED, isLoggedOut: true }, COUNTED] }],
        ],
      },
    );
  });

  it('count again 90 days after staff dismissed the reporter’s earlier reports', async () => {
    const reporter = await newTrusted();
    for (let n = 0; n < ACCOUNT_STANDING_LIMITS.dismissedReports; n++)
      await resolve(moderator, await createReport(reporter, 'post', await createPost(await newPlayer())), {
        outcome: 'dismiss',
      });
    expect((await standingOf(reporter)).dismissedReports).toBe(3);
    const id = await createPost(await newPlayer());
    await createReport(reporter, 'post', id);
    await createReport(one, 'post', id);
    expect(await isHidden(id)).toBe(false);
    await query(
      app.site.db,
      sql`update reports set resolved_at = resolved_at - interval '90 days' where reporter_id = ${reporter.id}
            and state = 'resolved'`,
    );
    expect((await standingOf(reporter)).dismissedReports).toBe(0);
    await createReport(two, 'post', id);
    expect(await isHidden(id)).toBe(true);
  });

  it('hide nothing if one reporter has deleted their account', async () => {
    const [author, leaving] = [await newPlayer(), await newTrusted()];
    const id = await createPost(author);
    await createReport(leaving, 'post', id);
    await deleteWithoutJob(app, leaving);
    await createReport(one, 'post', id);
    expect(await isHidden(id)).toBe(false);
    await block(author, two);
    expect((await report(two, 'post', id)).status).toBe(404);
    expect(await isHidden(id)).toBe(false);
    await unblock(author, two);
    await block(one, author);
    await createReport(two, 'post', id);
    expect(await isHidden(id)).toBe(true);
    await unblock(one, author);
  });

  it('are not stored if hiding the post fails', async () => {
    const author = await newPlayer();
    const id = await createPost(author);
    await createReport(one, 'post', id);
    app.queryHooks.after = ({ text }) => {
      if (text.includes('insert into hidden_content')) throw new Error('The connection was lost');
    };
    const { status } = await report(two, 'post', id);
    delete app.queryHooks.after;
    expect(status).toBe(500);
    expect([await isHidden(id), await titlesOf(author)]).toEqual([false, []]);
    expect((await report(two, 'post', id)).status).toBe(201);
    expect([await isHidden(id), await titlesOf(author)]).toEqual([true, [HIDDEN]]);
  });
});

const COUNTED = { isTrusted: true, isMuted: false, dismissed: 0, isLoggedOut: false };
const ALL_MET = {
  reporters: [COUNTED, COUNTED] as [typeof COUNTED, typeof COUNTED],
  isAuthorNew: true,
  areFriends: false,
  isSameNetwork: false,
  areSentFromSameNetwork: false,
  wasReviewed: false,
};

describe('the networks of reporters', () => {
  /** Make players' logins older than the retention period of IP addresses, and truncate their addresses. */
  async function truncateLogins(...old: TestPlayer[]): Promise<void> {
    await query(
      app.site.db,
      sql`update sessions set created_at = ${retainedSince('addresses', app.clock.now())}
          where user_id = any (${old.map(({ id }) => id)}::bigint[])`,
    );
    await truncateAddresses(app.site);
    for (const { id } of old)
      expect(await queryValue(app.site.db, sql`select address from sessions where user_id = ${id}`)).toMatch(
        /\/(24|48)$/,
      );
  }
  const networksOf = (id: number) =>
    queryValues<string | null>(
      app.site.db,
      sql`select network from reports where kind = 'post' and subject_id = ${id} order by id`,
    );
  const newPost = async () => createPost(await newPlayer());

  it.each([
    ['10.8.1.1', '10.8.2.1', true],
    ['10.8.1.1', '10.8.1.2', false],
    ['10.8.1.1', '2001:db8:1::1', true],
    ['2001:db8:1:2::1', '2001:db8:2:2::1', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['10.8.1.1', '::ffff:10.8.1.2', false],
  ])(
    'are compared even for old logins (reports from %s and %s hide the post: %s)',
    async (first, second, isExpected) => {
      const pair = [await newTrusted(first), await newTrusted(second)];
      await truncateLogins(...pair);
      const id = await newPost();
      for (const player of pair) await createReport(player, 'post', id);
      expect(await isHidden(id)).toBe(isExpected);
    },
  );

  it('are compared even if only one reporter has logged in recently', async () => {
    const [old, near, far] = [await newTrusted('10.8.3.1'), await newTrusted('10.8.3.2'), await newTrusted()];
    await truncateLogins(old);
    const id = await newPost();
    for (const player of [old, near]) await createReport(player, 'post', id);
    expect(await isHidden(id)).toBe(false);
    await createReport(far, 'post', id);
    expect(await isHidden(id)).toBe(true);
  });

  it('include the network from which a report was sent', async () => {
    const id = await newPost();
    await report(one, 'post', id, 'Spam', from('10.8.4.1'));
    await report(two, 'post', id, 'Spam', from('::ffff:10.8.4.2'));
    expect(await isHidden(id)).toBe(false);
    expect(await networksOf(id)).toEqual(['10.8.4.0/24', '10.8.4.0/24']);
    await report(await newTrusted(), 'post', id, 'Spam', from('2001:db8:4:5::1'));
    expect(await isHidden(id)).toBe(true);
    expect((await networksOf(id)).at(-1)).toBe('2001:db8:4::/48');
  });

  it('match if a report came from the network of the other reporter’s login', async () => {
    const id = await newPost();
    await createReport(one, 'post', id);
    await report(two, 'post', id, 'Spam', one.headers);
    expect(await isHidden(id)).toBe(false);
  });

  it('match if both reports are sent from one network at the same time', async () => {
    for (let n = 0; n < 5; n++) {
      const id = await newPost();
      const answers = await Promise.all(
        [one, two].map((player) => report(player, 'post', id, 'Spam', from('10.8.5.1'))),
      );
      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
      expect(await isHidden(id)).toBe(false);
      expect(await networksOf(id)).toEqual(['10.8.5.0/24', '10.8.5.0/24']);
    }
  });

  it('do not change when a report is sent again from another network', async () => {
    const id = await newPost();
    const headers = { ...from('10.8.6.1'), 'idempotency-key': 'network' };
    await report(one, 'post', id, 'Spam', headers);
    await report(one, 'post', id, 'Spam', { ...headers, ...from('10.8.7.1') });
    await report(one, 'post', id, 'Spam', from('10.8.7.1'));
    await Promise.all(
      ['10.8.8.1', '10.8.9.1'].map((address) => report(one, 'post', id, 'Spam', from(address))),
    );
    expect(await networksOf(id)).toEqual(['10.8.6.0/24']);
    await report(two, 'post', id, 'Spam', from('10.8.6.2'));
    expect(await isHidden(id)).toBe(false);
  });

  it('prevent hiding if one reporter’s network is unknown', async () => {
    for (const network of [null, 'unknown']) {
      const id = await newPost();
      await createReport(one, 'post', id);
      await query(app.site.db, sql`update reports set network = ${network} where subject_id = ${id}`);
      await createReport(two, 'post', id);
      expect(await isHidden(id)).toBe(false);
    }
  });
});

describe('the limit of five unresolved reports about hidden posts', () => {
  const LIMIT = ACCOUNT_STANDING_LIMITS.undecidedHidden;
  const newPosts = async (count: number) => {
    const ids: number[] = [];
    for (let n = 0; n < count; n++) ids.push(await createPost(await newPlayer()));
    return ids;
  };
  const countHidden = async (ids: readonly number[]) =>
    (await Promise.all(ids.map(isHidden))).filter((hidden) => hidden).length;

  it('allows more reports, but they hide no post until staff decide about one of the five posts', async () => {
    const ids = await newPosts(LIMIT + 2);
    const reportIds: number[] = [];
    for (const id of ids) {
      reportIds.push(await createReport(one, 'post', id));
      expect((await report(two, 'post', id)).status).toBe(201);
    }
    expect(await Promise.all(ids.map(isHidden))).toEqual([...Array(LIMIT).fill(true), false, false]);
    const [undecided, next] = ids.slice(LIMIT) as [number, number];
    // `one` and `two` have each reported five posts that are hidden until staff decide, so their further reports do
    // not count. The report by `third` alone hides nothing.
    const [third, fourth] = [await newTrusted(), await newTrusted()];
    await createReport(third, 'post', undecided);
    expect(await isHidden(undecided)).toBe(false);
    await resolve(moderator, reportIds[0] as number, { outcome: 'delete' });
    await createReport(fourth, 'post', next);
    expect(await isHidden(next)).toBe(true);
  });

  it('cannot be exceeded with concurrent reports', async () => {
    const ids = await newPosts(LIMIT + 3);
    for (const id of ids) await createReport(one, 'post', id);
    const answers = await Promise.all(ids.map((id) => report(two, 'post', id)));
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 201));
    expect(await countHidden(ids)).toBe(LIMIT);
  });

  it('does not count reports about posts that are not hidden', async () => {
    const ids = await newPosts(LIMIT + 1);
    for (const id of ids) await createReport(one, 'post', id);
    await createReport(two, 'post', ids.at(-1) as number);
    expect(await countHidden(ids)).toBe(1);
  });
});

describe('independent reporters', () => {
  const reporters = fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 6 }),
      networks: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1 }),
      friends: fc.uniqueArray(fc.integer({ min: 1, max: 6 })),
    }),
    { selector: ({ id }) => id, maxLength: 5 },
  );

  it('are not friends and share no network', () => {
    fc.assert(
      fc.property(reporters, (all) => {
        const pairs = all.flatMap((first, n) => all.slice(n + 1).map((second) => [first, second] as const));
        const isExpected = pairs.some(
          ([first, second]) =>
            !first.friends.includes(second.id) &&
            !second.friends.includes(first.id) &&
            !first.networks.some((network) => second.networks.includes(network)),
        );
        expect(hasIndependentPair(all)).toBe(isExpected);
        expect(hasIndependentPair(all.toReversed())).toBe(isExpected);
      }),
    );
  });

  it('are at least two, and are still found when another reporter is added', () => {
    fc.assert(
      fc.property(reporters, (all) => {
        for (const reporter of all) expect(hasIndependentPair([reporter])).toBe(false);
        if (hasIndependentPair(all.slice(1))) expect(hasIndependentPair(all)).toBe(true);
      }),
    );
  });
});

describe('a hidden post', () => {
  it('is shown only to its author and staff', async () => {
    const author = await newPlayer();
    const { id: photo, imageUrl } = await addPhoto(author);
    const { body } = await post(author, { body: `Buy, @${reader.username}`, imageUrl });
    const { id } = body.post;
    await like(reader, id);
    const { body: commented } = await comment(reader, id, `Look, @${two.username}`);
    expect(await inFeed(reader, id)).toMatchObject({ likes: 1 });
    expect((await inFeed(reader, id))?.hidden).toBeUndefined();
    const [readerSocket, authorSocket] = [await reader.socket(), await author.socket()];
    const deleted = nextEvent(readerSocket, 'feed:deleted');
    const hidden = nextEvent(authorSocket, 'feed:hidden');
    for (const player of [one, two]) await createReport(player, 'post', id);
    expect(await deleted).toEqual({ id });
    expect(await hidden).toEqual({ id, hidden: true });

    for (const viewer of [author, moderator, admin]) {
      expect(await inFeed(viewer, id)).toMatchObject({ id, hidden: true });
      expect((await postOf(viewer, id)).body.post.hidden).toBe(true);
      expect((await commentsOf(viewer, id)).body.comments).toHaveLength(1);
      expect((await likersOf(viewer, id)).body.total).toBe(1);
    }
    const { feed } = (await author.call('GET /api/dashboard')).body;
    expect(feed?.items.find((shown) => shown.id === id)).toMatchObject({ hidden: true });
    for (const viewer of [reader, one]) {
      expect(await inFeed(viewer, id)).toBeUndefined();
      expect((await listFeed(viewer, { limit: 50 })).body.items.map((shown) => shown.id)).not.toContain(id);
      const dashboard = (await viewer.call('GET /api/dashboard')).body;
      expect(dashboard.feed?.items.map((shown) => shown.id)).not.toContain(id);
      for (const { status } of [
        await postOf(viewer, id),
        await commentsOf(viewer, id),
        await likersOf(viewer, id),
        await like(viewer, id),
        await unlike(viewer, id),
        await comment(viewer, id),
        await removePost(viewer, id),
        await report(viewer, 'comment', commented.comment.id),
      ])
        expect(status).toBe(404);
    }
    // Notifications about the hidden post are hidden, too, because they link to it.
    for (const viewer of [reader, two]) expect(await titlesOf(viewer)).not.toContain('You were mentioned');
    // The author and staff see the hidden post, but cannot like it or comment on it, because likes and comments would
    // notify other players about it.
    for (const viewer of [author, moderator]) {
      expect((await like(viewer, id)).status).toBe(404);
      expect((await comment(viewer, id)).status).toBe(404);
    }
    // Players can always delete their own content.
    expect((await removeComment(reader, id, commented.comment.id)).status).toBe(200);
    expect((await author.call('DELETE /api/photos/{id}', { params: { id: photo } })).status).toBe(200);
    expect(await inFeed(author, id)).toMatchObject({ hidden: true, imageUrl: null });
  });

  it('is shown again if staff dismiss the reports', async () => {
    const { author, id, reportId } = await hiddenPost();
    expect(await inQueue(reportId)).toMatchObject({ hidden: true });
    const shown = nextEvent(await author.socket(), 'feed:hidden');
    await resolve(moderator, reportId, { outcome: 'dismiss' });
    expect(await shown).toEqual({ id, hidden: false });
    expect((await fileOf(moderator, reportId)).body.report.hidden).toBe(false);
    expect(await inFeed(reader, id)).toMatchObject({ id });
    expect(await inFeed(author, id)).not.toHaveProperty('hidden');
    expect(await titlesOf(author)).toEqual([SHOWN, HIDDEN]);
    // Staff have decided, so further reports do not hide the post.
    for (const player of [one, two]) await createReport(player, 'post', id);
    expect(await isHidden(id)).toBe(false);
  });

  it('is shown again if staff keep the post and mute the author', async () => {
    const { author, id, reportId } = await hiddenPost();
    await resolve(moderator, reportId, { outcome: 'mute', duration: '1d' });
    expect((await postOf(reader, id)).status).toBe(200);
    expect(await titlesOf(author)).toContain(SHOWN);
  });

  it('is shown again after a successful appeal against its removal', async () => {
    const { author, id, reportId } = await hiddenPost();
    await resolve(moderator, reportId, { outcome: 'delete', rule: 'spam', text: 'Advertising' });
    expect((await postOf(author, id)).status).toBe(404);
    expect(await latestDecision(author)).toMatchObject({ kind: 'removal', scope: 'post', rule: 'spam' });
    expect(await titlesOf(author)).toEqual(['Removed by staff', HIDDEN]);
    await answerOf(admin, await createAppeal(author), 'lifted');
    expect((await postOf(reader, id)).body.post).toMatchObject({ id });
    expect(await isHidden(id)).toBe(false);
  });

  it('stays hidden until staff decide, even if its author deletes the account', async () => {
    const { author, id, reportId } = await hiddenPost();
    await deleteWithoutJob(app, author);
    await erase(app.site, author.id);
    expect((await postOf(reader, id)).status).toBe(404);
    expect((await postOf(moderator, id)).body.post.hidden).toBe(true);
    await resolve(moderator, reportId, { outcome: 'dismiss' });
    expect((await postOf(reader, id)).status).toBe(200);
  });

  it('can be deleted by its author', async () => {
    const { author, id, reportId } = await hiddenPost();
    expect((await removePost(author, id)).status).toBe(200);
    expect(await isHidden(id)).toBe(false);
    expect((await fileOf(moderator, reportId)).body.report).toMatchObject({ state: 'open', hidden: false });
    expect((await resolve(moderator, reportId, { outcome: 'dismiss' })).status).toBe(200);
    expect(await titlesOf(author)).toEqual([HIDDEN]);
  });

  it('is hidden again if an admin undoes the decision that showed it', async () => {
    const thief = await createStaff(app);
    const { id, reportId } = await hiddenPost();
    const since = app.clock.now();
    app.clock.advance(1_000);
    await resolve(thief, reportId, { outcome: 'dismiss' });
    expect((await postOf(reader, id)).status).toBe(200);
    await undoSince(admin, thief.id, since);
    expect((await postOf(reader, id)).status).toBe(404);
  });

  it('is not shown to staff who are locked out of the staff pages', async () => {
    const closed = await createStaff(app);
    const { id } = await hiddenPost();
    const config = app.site.config as { staffFactors: boolean };
    const staffFactors = config.staffFactors;
    config.staffFactors = true;
    await query(
      app.site.db,
      sql`update users set staff_since = ${new Date(app.clock.now().getTime() - 20 * DAY)} where id = ${closed.id}`,
    );
    const status = async () => (await postOf(closed, id)).status;
    await expect.poll(status).toBe(404);
    config.staffFactors = staffFactors;
    expect(await status()).toBe(200);
  });
});

describe('a hidden comment on a post', () => {
  const textsOf = async (viewer: TestPlayer, postId: number) => {
    const texts = (comments: readonly { text: string; hidden?: boolean }[] = []) =>
      comments.map(({ text, hidden }) => (hidden ? `${text} (hidden)` : text)).toSorted();
    const { feed } = (await viewer.call('GET /api/dashboard')).body;
    const seen = [
      texts((await commentsOf(viewer, postId)).body.comments),
      texts((await postOf(viewer, postId)).body.post.comments),
      texts((await inFeed(viewer, postId))?.comments),
      texts(feed?.items.find(({ id }) => id === postId)?.comments),
    ];
    expect(new Set(seen.map(String)).size).toBe(1);
    return seen[0];
  };

  it('is shown only to its author and staff until staff decide', async () => {
    const [author, first, second] = [await newPlayer(), await newTrusted(), await newTrusted()];
    const postId = await createPost(reader);
    await comment(first, postId, 'Fine');
    const { id } = (await comment(author, postId, 'Buy')).body.comment;
    expect(await textsOf(reader, postId)).toEqual(['Buy', 'Fine']);
    const reportId = await createReport(first, 'comment', id);
    await createReport(second, 'comment', id);
    for (const viewer of [author, moderator])
      expect(await textsOf(viewer, postId)).toEqual(['Buy (hidden)', 'Fine']);
    for (const viewer of [reader, first]) expect(await textsOf(viewer, postId)).toEqual(['Fine']);
    expect((await report(reader, 'comment', id)).status).toBe(404);
    expect((await removeComment(reader, postId, id)).status).toBe(404);
    await resolve(moderator, reportId, { outcome: 'dismiss' });
    expect(await textsOf(reader, postId)).toEqual(['Buy', 'Fine']);
    expect(await titlesOf(author)).toEqual([
      NOTIFICATION_MESSAGES.contentShown('comment').title,
      NOTIFICATION_MESSAGES.contentHidden('comment').title,
    ]);
  });

  it('is visible again after a successful appeal against its removal', async () => {
    const [author, first, second] = [await newPlayer(), await newTrusted(), await newTrusted()];
    const postId = await createPost(reader);
    const { id } = (await comment(author, postId, 'Buy')).body.comment;
    const reportId = await createReport(first, 'comment', id);
    await createReport(second, 'comment', id);
    await resolve(moderator, reportId, { outcome: 'delete' });
    expect(await textsOf(author, postId)).toEqual([]);
    await answerOf(admin, await createAppeal(author), 'lifted');
    expect(await textsOf(reader, postId)).toEqual(['Buy']);
  });
});

describe('a hidden profile comment', () => {
  const commentsOn = async (viewer: TestPlayer, profile: TestPlayer) =>
    (
      await viewer.call('GET /api/profiles/{id}/status/comments', { params: { id: profile.id } })
    ).body.comments.map(({ id, hidden }) => [id, hidden]);
  const hiddenComment = async () => {
    const [author, owner, first, second] = [
      await newPlayer(),
      await newPlayer(),
      await newTrusted(),
      await newTrusted(),
    ];
    const { body } = await author.call('POST /api/profiles/{id}/status/comments', {
      params: { id: owner.id },
      body: { body: 'Buy coins here' },
    });
    const { id } = body.comment;
    expect(await commentsOn(owner, owner)).toEqual([[id, undefined]]);
    const reportId = await createReport(first, 'profileComment', id);
    await createReport(second, 'profileComment', id);
    return { author, owner, id, reportId };
  };

  it('is shown only to its author and staff until staff decide', async () => {
    const { author, owner, id, reportId } = await hiddenComment();
    for (const viewer of [author, moderator]) expect(await commentsOn(viewer, owner)).toEqual([[id, true]]);
    for (const viewer of [owner, reader]) expect(await commentsOn(viewer, owner)).toEqual([]);
    expect((await report(reader, 'profileComment', id)).status).toBe(404);
    const path = { params: { id: owner.id, commentId: id } };
    for (const viewer of [owner, reader])
      expect((await viewer.call('DELETE /api/profiles/{id}/status/comments/{commentId}', path)).status).toBe(
        404,
      );
    expect(await titlesOf(owner)).toEqual([]);
    await resolve(moderator, reportId, { outcome: 'dismiss' });
    expect(await commentsOn(owner, owner)).toEqual([[id, undefined]]);
    expect(await titlesOf(author)).toEqual([
      NOTIFICATION_MESSAGES.contentShown('profileComment').title,
      NOTIFICATION_MESSAGES.contentHidden('profileComment').title,
    ]);
  });

  it('is visible again after a successful appeal against its removal', async () => {
    const { author, owner, id, reportId } = await hiddenComment();
    await resolve(admin, reportId, { outcome: 'delete' });
    expect(await commentsOn(author, owner)).toEqual([]);
    await answerOf(await createStaff(app, 'admin'), await createAppeal(author), 'lifted');
    expect(await commentsOn(owner, owner)).toEqual([[id, undefined]]);
  });
});

it('a post that is deleted during a report is not hidden', async () => {
  for (let n = 0; n < 5; n++) {
    const author = await newPlayer();
    const id = await createPost(author);
    await createReport(one, 'post', id);
    const [reported] = await Promise.all([report(two, 'post', id), removePost(author, id)]);
    expect([201, 404]).toContain(reported.status);
    expect((await postOf(author, id)).status).toBe(404);
    expect(await isHidden(id)).toBe(false);
  }
});
