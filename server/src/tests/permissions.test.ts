import { STANDINGS } from '@rivalhold/shared/contract/account-standing.ts';
import type { Role } from '@rivalhold/shared/contract/accounts.ts';
import type { RouteKey } from '@rivalhold/shared/contract/index.ts';
import { ROLE_RANKS } from '@rivalhold/shared/roles.ts';
import { DAY, HOUR } from '@rivalhold/shared/time-units.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { LONG } from '../../../scripts/testing/long.ts';
import { slowTestTimeout } from '../../../scripts/testing/timeouts.ts';
import { makeTrusted, standingOf } from '../features/account-standing/testing.ts';
import { createStaff } from '../features/moderation/testing.ts';
import { sql, transaction } from '../platform/db/db.ts';
import { type CallOptions, useTestApp } from '../testing/app.ts';
import type { Scene } from '../testing/cases.ts';
import { query } from '../testing/queries.ts';
import { makeScene } from '../testing/scene.ts';
import { isForStaff, ROUTES } from './cases.ts';

const ROLES = ['player', 'moderator', 'admin'] as const satisfies readonly Role[];
const RELATIONS = ['none', 'friend', 'blocks', 'blocked', 'self'] as const;
type Relation = (typeof RELATIONS)[number];

/** A call about another player or their content. */
type Action = {
  key: RouteKey;
  call: (scene: Scene) => CallOptions | Promise<CallOptions>;
  requiresUnmuted: boolean;
  /** The status for players who are not allowed to make the call; null if every player is allowed. */
  others: 403 | 404 | null;
  /** The lowest staff role that may also make the call; null if staff have no additional permission. */
  staff: Role | null;
  /** The expected status if either player has blocked the other; null for the calls in `OWNED`. */
  acrossBlock: number | null;
};

/**
 * Calls that the tests leave out. Some fail for reasons other than the relation between the players, such as a missing
 * friend request. Others end a friendship or session that other calls need.
 */
const OTHERWISE = new Set<RouteKey>([
  'PATCH /api/friend-requests/{id}/accept',
  'PATCH /api/friend-requests/{id}/decline',
  'DELETE /api/friend-requests/{userId}/cancel',
  'DELETE /api/friendships/{id}',
  'DELETE /api/sessions/{id}',
]);

/** The calls about another player, or about public content of another player. */
const ABOUT: Action[] = ROUTES.flatMap(([key, { call, acrossBlock, requiresUnmuted = false, owner }]) =>
  call &&
  typeof acrossBlock === 'number' &&
  typeof owner === 'string' &&
  !isForStaff(key) &&
  !OTHERWISE.has(key)
    ? [{ key, call, requiresUnmuted, others: null, staff: null, acrossBlock }]
    : [],
);
/** The calls that only the owner of the content is allowed to make. For some content, staff are allowed, too. */
const OWNED: Action[] = ROUTES.flatMap(([key, { requiresUnmuted = false, owner }]) =>
  typeof owner === 'object' && !isForStaff(key) && !OTHERWISE.has(key)
    ? [
        {
          key,
          call: ({ other, third }: Scene) => owner.make({ app, owner: other, otherPlayer: third }),
          requiresUnmuted,
          others: owner.others,
          staff: owner.staff ?? null,
          acrossBlock: null,
        },
      ]
    : [],
);

/** Return a generator of test states. Each state has one of the actions and one of the relations. */
const statesOf = (actions: readonly Action[], relations: readonly Relation[]) =>
  fc.record({
    role: fc.constantFrom(...ROLES),
    standing: fc.constantFrom(...STANDINGS),
    isMuted: fc.oneof(
      { weight: 3, arbitrary: fc.constant(false) },
      { weight: 1, arbitrary: fc.constant(true) },
    ),
    relation: fc.constantFrom(...relations),
    action: fc.constantFrom(...actions),
  });
// Some actions in `ABOUT` have other rules for the player's own content, so do not call them with the relation `self`.
const WITH_OTHERS = RELATIONS.filter((relation) => relation !== 'self');
const STATES = fc.oneof(statesOf(ABOUT, WITH_OTHERS), statesOf(OWNED, RELATIONS));
type State = typeof STATES extends fc.Arbitrary<infer S> ? S : never;

/**
 * Return the possible outcomes of a call: 'in' if the call is allowed, '403 muted' if a mute prevents it, otherwise the
 * status of the rejection. The outcome does not depend on the player's standing (new, settled or trusted). If either
 * player has blocked the other, a route that rejects other players with 403 can also respond with 404.
 */
function expected({ role, isMuted, relation, action }: State): string[] {
  const { requiresUnmuted, others, staff, acrossBlock } = action;
  if (isMuted && requiresUnmuted) return ['403 muted'];
  if (relation === 'self') return ['in'];
  if (staff !== null && ROLE_RANKS[role] >= ROLE_RANKS[staff]) return ['in'];
  const isBlock = relation === 'blocks' || relation === 'blocked';
  if (others !== null) return others === 403 && isBlock ? ['403', '404'] : [String(others)];
  return isBlock && acrossBlock !== null && acrossBlock >= 300 ? [String(acrossBlock)] : ['in'];
}

const app = useTestApp();
const scenes = {} as Record<Role, Scene>;
beforeAll(async () => {
  for (const role of ROLES) {
    const [me, other] = [await createStaff(app, role), await app.player()];
    scenes[role] = await makeScene(app, me, other);
  }
});

/** Store the standing of `me`, whether they are muted, and their relation to `other`. */
async function store({ me, other }: Scene, { standing, isMuted, relation }: State): Promise<void> {
  const now = app.clock.now();
  await makeTrusted(app, me);
  const joinedAt = { new: now, settled: new Date(now.getTime() - 2 * DAY), trusted: null }[standing];
  const pair = sql`(${me.id}, ${other.id}), (${other.id}, ${me.id})`;
  await transaction(app.site.db, async (tx) => {
    await query(
      tx,
      sql`update users set created_at = coalesce(${joinedAt}::timestamptz, created_at),
            muted_until = ${isMuted ? new Date(now.getTime() + HOUR) : null} where id = ${me.id}`,
    );
    await query(tx, sql`delete from blocks where (blocker_id, blocked_id) in (${pair})`);
    await query(tx, sql`delete from player_mutes where (muter_id, muted_id) in (${pair})`);
    await query(tx, sql`delete from friend_requests where (sender_id, receiver_id) in (${pair})`);
    await query(tx, sql`delete from friendships where (user_id, friend_id) in (${pair})`);
    if (relation === 'friend')
      await query(
        tx,
        sql`insert into friendships (user_id, friend_id, created_at)
            values (${me.id}, ${other.id}, ${now}), (${other.id}, ${me.id}, ${now})`,
      );
    if (relation === 'blocks' || relation === 'blocked') {
      const [from, to] = relation === 'blocks' ? [me, other] : [other, me];
      await query(
        tx,
        sql`insert into blocks (blocker_id, blocked_id, created_at) values (${from.id}, ${to.id}, ${now})`,
      );
    }
    app.site.sessions.invalidateUsers(tx, [me.id]);
    app.site.realtime.relationsChanged(tx, [me.id, other.id]);
  });
}

/**
 * Make the call as `me`, and return its outcome. The call is about `other` or their content, or about the content of
 * `me` if the relation is `self`.
 */
async function actual(state: State): Promise<string> {
  const scene = scenes[state.role];
  const { action, relation } = state;
  // Remove the mute and the relation first, because they could prevent `action.call` from creating content.
  await store(scene, { ...state, isMuted: false, relation: 'none' });
  const isSelf = relation === 'self';
  const options = await action.call(isSelf ? { ...scene, other: scene.me, theirs: scene.mine } : scene);
  await store(scene, state);
  const { status, body } = await scene.me.call(action.key, options);
  for (const player of [scene.me, scene.other]) player.closeSockets();
  if (body.code === 'muted') return `${status} muted`;
  return status === 401 || status === 403 || status === 404 || status >= 500 ? String(status) : 'in';
}

describe('the permission for an action', { timeout: slowTestTimeout(60_000) }, () => {
  it('depends only on the role, the relation and a mute by staff', async () => {
    expect([ABOUT.length > 25, OWNED.length > 15]).toEqual([true, true]);
    await fc.assert(
      fc.asyncProperty(STATES, async (state) => {
        expect(expected(state)).toContain(await actual(state));
      }),
      { numRuns: LONG ? 1_500 : 100 },
    );
  });

  it('is tested with accounts of every standing (new, settled and trusted)', async () => {
    // Use a new player, because the random actions of the test above can affect the standing of the scene's player.
    const scene = { ...scenes.player, me: await app.player() };
    for (const standing of STANDINGS) {
      await store(scene, { standing, isMuted: false, relation: 'none' } as State);
      expect((await standingOf(scene.me)).standing).toBe(standing);
    }
  });

  it.each(ROUTES.map(([key]) => key).filter(isForStaff))(
    'players cannot call the staff route %s',
    async (key) => {
      const { me, other } = scenes.player;
      for (const relation of RELATIONS) {
        await store(scenes.player, { standing: 'settled', isMuted: false, relation } as State);
        const { status } = await me.call(key, { params: { id: other.id, userId: other.id } });
        expect([relation, status]).toEqual([relation, 403]);
      }
    },
  );
});
