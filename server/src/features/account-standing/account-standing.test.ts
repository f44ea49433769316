import { ACCOUNT_STANDING_LIMITS } from '@rivalhold/shared/account-limits.ts';
import type { Role } from '@rivalhold/shared/contract/accounts.ts';
import { DAY, HOUR } from '@rivalhold/shared/time-units.ts';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { signInAgain, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query, queryValue } from '../../testing/queries.ts';
import { answerOf, createAppeal } from '../appeals/testing.ts';
import { setCharacter } from '../combat/testing.ts';
import { createPost, removePost } from '../feed/testing.ts';
import { recordVisit } from '../goals/service.ts';
import { setTimeZone } from '../goals/testing.ts';
import { createStaff, muteOf, unmuteOf } from '../moderation/testing.ts';
import { latestRemoval, restoreEntry } from '../staff-actions/testing.ts';
import { makeTrusted, standingOf } from './testing.ts';

// Without SMTP_URL, players would not have to confirm their email addresses. No mail server listens at this URL.
const app = useTestApp({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
let player: TestPlayer;
beforeEach(async () => {
  app.clock.set(new Date(Math.ceil(app.clock.now().getTime() / DAY) * DAY + DAY / 2));
  player = await app.player();
});

const before = (ms: number): Date => new Date(app.clock.now().getTime() - ms);
const visitsOf = async () => (await standingOf(player)).visits;

/**
 * A decision about the player. `createdDays` and `endedDays` are numbers of days before now. `lastsDays` is a duration.
 */
type DecisionFacts = {
  kind: 'mute' | 'suspension' | 'removal';
  createdDays: number;
  lastsDays: number | null;
  endedDays: number | null;
  outcome: 'upheld' | 'lifted' | null;
};
type Facts = {
  role: Role;
  isConfirmed: boolean;
  ageDays: number;
  visits: number;
  decisions: DecisionFacts[];
};
/** Generate values close to the limit, and other values up to twice the limit. */
const around = (limit: number) =>
  fc.oneof(fc.integer({ min: limit - 1, max: limit + 1 }), fc.integer({ min: 0, max: 2 * limit }));
const decisions: fc.Arbitrary<DecisionFacts> = fc.record({
  kind: fc.constantFrom('mute', 'suspension', 'removal'),
  createdDays: around(90),
  lastsDays: fc.option(fc.integer({ min: 1, max: 60 })),
  endedDays: fc.option(around(90)),
  outcome: fc.constantFrom('upheld', 'lifted', null),
});
const facts: fc.Arbitrary<Facts> = fc.record({
  role: fc.constantFrom<Role>('player', 'player', 'player', 'moderator'),
  isConfirmed: fc.boolean(),
  ageDays: fc.oneof(fc.integer({ min: 0, max: 2 }), around(30)),
  visits: around(15),
  decisions: fc.array(decisions, { maxLength: 2 }),
});

/**
 * Return how many days ago a mute or suspension ended, or a removal was created. The number is 0 or less if a mute or
 * suspension has not ended. Return null if an appeal or a restoration has cancelled the sanction.
 */
function sanctionDays({ kind, createdDays, lastsDays, endedDays, outcome }: DecisionFacts): number | null {
  if (outcome === 'lifted') return null;
  if (kind === 'removal') return endedDays === null ? createdDays : null;
  const ends = [lastsDays === null ? null : createdDays - lastsDays, endedDays].filter((day) => day !== null);
  return ends.length === 0 ? 0 : Math.max(...ends);
}

/** Return the standing that a player with these facts must have. */
function expectedStanding({ role, isConfirmed, ageDays, visits, decisions: all }: Facts) {
  if (role !== 'player') return 'trusted';
  if (!isConfirmed || ageDays < 1) return 'new';
  const isSanctioned = all.some((decision) => (sanctionDays(decision) ?? 90) < 90);
  return ageDays >= 30 && visits >= 15 && !isSanctioned ? 'trusted' : 'settled';
}

/** Store the facts about the player. */
async function store({ id }: TestPlayer, { role, isConfirmed, ageDays, visits, decisions: all }: Facts) {
  const { db } = app.site;
  await makeTrusted(app, { id });
  await query(
    db,
    sql`update users set role = ${role}, created_at = ${before(ageDays * DAY)},
          email_verified_at = ${isConfirmed ? app.clock.now() : null} where id = ${id}`,
  );
  await query(db, sql`update goal_progress set visits = ${visits} where user_id = ${id}`);
  await query(db, sql`delete from decisions where user_id = ${id}`);
  for (const { kind, createdDays, lastsDays, endedDays, outcome } of all)
    await query(
      db,
      sql`with decision as (
            insert into decisions (user_id, kind, scope, rule, reason, audit_id, created_at, ends_at, ended_at)
            values (${id}, ${kind}, 'account', 'spam', '', 0, ${before(createdDays * DAY)},
              ${lastsDays === null ? null : before((createdDays - lastsDays) * DAY)},
              ${endedDays === null ? null : before(endedDays * DAY)}) returning id)
          insert into appeals (decision_id, text, created_at, outcome)
          select id, 'No', now(), ${outcome} from decision where ${outcome !== null}::boolean`,
    );
}

describe('the standing of an account', () => {
  it('depends on its age, confirmed email, visits, sanctions and role', async () => {
    await fc.assert(
      fc.asyncProperty(facts, async (stored) => {
        await store(player, stored);
        const { standing, isStaff, sanctionsCountUntil } = await standingOf(player);
        expect(standing).toBe(expectedStanding(stored));
        expect(isStaff).toBe(stored.role !== 'player');
        const days = stored.decisions.map((decision) => sanctionDays(decision) ?? 90);
        expect(sanctionsCountUntil !== null).toBe(days.some((day) => day < 90));
      }),
      { numRuns: 80 },
    );
  });

  it('is returned to its player with the value of each condition', async () => {
    const joinedAt = app.clock.now().toISOString();
    expect(await standingOf(player)).toEqual({
      standing: 'new',
      isStaff: false,
      emailConfirmed: false,
      joinedAt,
      settledAgeMs: DAY,
      visits: 0,
      sanctionsCountUntil: null,
      dismissedReports: 0,
    });
    await makeTrusted(app, player);
    expect(await standingOf(player)).toMatchObject({ standing: 'trusted', emailConfirmed: true, visits: 15 });
    expect((await app.browser().call('GET /api/account-standing')).status).toBe(401);
  });

  it('recovers 90 days after a sanction ends, or as soon as an appeal lifts the sanction', async () => {
    const moderator = await createStaff(app);
    await makeTrusted(app, player);
    expect((await muteOf(moderator, player.id, { duration: '1m' })).status).toBe(200);
    expect(await standingOf(player)).toMatchObject({
      standing: 'settled',
      sanctionsCountUntil: before(-120 * DAY).toISOString(),
    });
    app.clock.advance(DAY);
    await unmuteOf(moderator, player.id);
    app.clock.advance(ACCOUNT_STANDING_LIMITS.sanctionFreeMs - 1);
    player = await signInAgain(app, player);
    expect((await standingOf(player)).standing).toBe('settled');
    app.clock.advance(1);
    expect((await standingOf(player)).standing).toBe('trusted');

    const admin = await createStaff(app, 'admin');
    await muteOf(await createStaff(app), player.id);
    const appeal = await createAppeal(player);
    expect((await standingOf(player)).standing).toBe('settled');
    await answerOf(admin, appeal, 'lifted');
    expect((await standingOf(player)).standing).toBe('trusted');
  });

  it('is no longer lowered by a removal after staff have restored the content', async () => {
    const [admin, moderator] = [await createStaff(app, 'admin'), await createStaff(app)];
    await makeTrusted(app, player);
    await removePost(moderator, await createPost(player));
    expect((await standingOf(player)).standing).toBe('settled');
    await restoreEntry(admin, await latestRemoval(app));
    expect((await standingOf(player)).standing).toBe('trusted');
  });
});

describe('a visit', () => {
  it('is counted once per day in the player’s time zone', async () => {
    await setTimeZone(player, 'America/New_York');
    expect(await visitsOf()).toBe(1);
    for (const hours of [2, 4, 6]) {
      app.clock.advance(hours * HOUR);
      expect(await visitsOf()).toBe(1);
    }
    // It is 00:00 UTC now. In June, the day in New York begins at 04:00 UTC.
    app.clock.advance(5 * HOUR);
    await standingOf(player);
    expect(await visitsOf()).toBe(2);
    app.clock.advance(30 * DAY + HOUR);
    player = await signInAgain(app, player);
    expect(await visitsOf()).toBe(3);
    player = await signInAgain(app, player);
    expect(await visitsOf()).toBe(3);
  });

  it('is counted once if the first requests of a day are concurrent', async () => {
    await setTimeZone(player, 'UTC');
    app.clock.advance(DAY);
    await Promise.all(Array.from({ length: 10 }, () => recordVisit(app.site.db, app.site, player.id)));
    expect(await visitsOf()).toBe(2);
  });

  it('is not counted for an absent player who is attacked', async () => {
    await setTimeZone(player, 'UTC');
    const rival = await app.player();
    await makeTrusted(app, player);
    await makeTrusted(app, rival);
    app.clock.advance(DAY);
    const again = await signInAgain(app, rival);
    await setCharacter(app, again, { attack: 900, energy: 100, health: 500, max_health: 500 });
    const { body } = await again.call('GET /api/combat/{userId}', {
      params: { userId: again.id },
      query: { opponentId: player.id },
    });
    await again.call('POST /api/combat/fights/{id}/concede', { params: { id: body.id } });
    const stored = sql`select visits from goal_progress where user_id = ${player.id}`;
    expect(await queryValue<number>(app.site.db, stored)).toBe(ACCOUNT_STANDING_LIMITS.visits);
    await standingOf(player);
    expect(await visitsOf()).toBe(ACCOUNT_STANDING_LIMITS.visits + 1);
  });

  it('cannot be counted twice within 20 hours by switching between time zones', async () => {
    const start = app.clock.now().getTime();
    const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Tokyo', 'America/New_York'];
    for (let n = 0; n < 40; n++) {
      await setTimeZone(player, zones[n % zones.length] as string);
      app.clock.advance(5 * HOUR);
    }
    const days = (app.clock.now().getTime() - start) / (20 * HOUR);
    expect(await visitsOf()).toBeLessThanOrEqual(days + 1);
    expect(await visitsOf()).toBeGreaterThan(3);
  });
});
