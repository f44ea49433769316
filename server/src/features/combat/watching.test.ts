import type { FightSettings, Watchers } from '@rivalhold/shared/contract/combat.ts';
import { verifyFight } from '@rivalhold/shared/fights/verify.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { PASSWORD, type TestBrowser, type TestPlayer, uniqueName, useTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { statementsOf } from '../../testing/statements.ts';
import { createStaff } from '../moderation/testing.ts';
import { publicFightsOf } from './public-fights.ts';
import { finishFight, openFightOf, setCharacter, setFightSettings } from './testing.ts';

const app = useTestApp();

type Setting = Watchers | null;
const SETTINGS: readonly Setting[] = ['everybody', 'players', 'fighters', null];
const VIEWERS = [
  'attacker',
  'defender',
  'guest',
  'player',
  'moderator',
  'admin',
  'blocked',
  'blocker',
] as const;
type Viewer = (typeof VIEWERS)[number];

const setRanked = async (id: number, ranked: boolean) => {
  await query(app.site.db, sql`update fights set ranked = ${ranked} where id = ${id}`);
  publicFightsOf(app.site).clear();
};
const block = (by: TestPlayer, { id }: TestPlayer) =>
  by.call('POST /api/blocks/{userId}', { params: { userId: id } });
const record = (viewer: TestBrowser, id: number) =>
  viewer.call('GET /api/combat/fights/{id}', { params: { id } });

let attacker: TestPlayer;
let defender: TestPlayer;
let viewers: Record<Viewer, TestBrowser>;
let fight: number;
beforeAll(async () => {
  [attacker, defender] = [await app.player(), await app.player()];
  const [blocked, blocker] = [await app.player(), await app.player()];
  fight = await finishFight(app, attacker, defender);
  await block(defender, blocked);
  await block(blocker, attacker);
  viewers = {
    ...{ attacker, defender, blocked, blocker, guest: app.browser(), player: await app.player() },
    ...{ moderator: await createStaff(app, 'moderator'), admin: await createStaff(app, 'admin') },
  };
});

/**
 * Maps the settings of a fight's two players to the setting that decides who can watch the fight. The first value
 * applies to ordinary fights, and the second value applies to ranked fights.
 */
const EXPECTED: Record<`${Setting} ${Setting}`, [normal: Watchers, ranked: Watchers]> = {
  'everybody everybody': ['everybody', 'everybody'],
  'everybody players': ['players', 'players'],
  'everybody fighters': ['fighters', 'fighters'],
  'everybody null': ['players', 'everybody'],
  'players everybody': ['players', 'players'],
  'players players': ['players', 'players'],
  'players fighters': ['fighters', 'fighters'],
  'players null': ['players', 'players'],
  'fighters everybody': ['fighters', 'fighters'],
  'fighters players': ['fighters', 'fighters'],
  'fighters fighters': ['fighters', 'fighters'],
  'fighters null': ['fighters', 'fighters'],
  'null everybody': ['players', 'everybody'],
  'null players': ['players', 'players'],
  'null fighters': ['fighters', 'fighters'],
  'null null': ['players', 'everybody'],
};
const SEEN_BY: Record<Watchers, readonly Viewer[]> = {
  everybody: ['attacker', 'defender', 'guest', 'player', 'moderator', 'admin'],
  players: ['attacker', 'defender', 'player', 'moderator', 'admin'],
  fighters: ['attacker', 'defender'],
};

describe('a finished fight', () => {
  it.each(SETTINGS.flatMap((one) => SETTINGS.map((other) => [one, other] as const)))(
    'can be watched only by viewers that both players allow (settings: %s and %s)',
    async (one, other) => {
      await setFightSettings(attacker, { watchers: one });
      await setFightSettings(defender, { watchers: other });
      for (const [index, ranked] of [false, true].entries()) {
        await setRanked(fight, ranked);
        const allowed = SEEN_BY[EXPECTED[`${one} ${other}`][index as 0 | 1]];
        for (const name of VIEWERS) {
          const viewer = viewers[name];
          const status = allowed.includes(name) ? 200 : 404;
          expect([ranked, name, (await record(viewer, fight)).status]).toEqual([ranked, name, status]);
          if (name === 'guest') continue;
          // The condition for watching a fight also decides whether an activity links to it, and whether a
          // player can report it.
          const { body } = await viewer.call('GET /api/activity', {
            query: { userId: attacker.id, limit: 50 },
          });
          const links = body.items.map(({ metadata }) => metadata.fightId).filter((id) => id !== null);
          expect([ranked, name, links]).toEqual([ranked, name, status === 200 ? [fight] : []]);
        }
        const report = { kind: 'fight', id: fight, reason: 'Spam' };
        const { status } = await viewers.player.call('POST /api/reports', { body: report });
        expect(status).toBe(allowed.includes('player') ? 201 : 404);
      }
    },
  );

  it('shows its rewards only to its two players', async () => {
    await setFightSettings(attacker, { watchers: 'everybody' });
    await setFightSettings(defender, { watchers: 'everybody' });
    for (const name of ['guest', 'player', 'admin'] as const) {
      const { body } = await record(viewers[name], fight);
      expect(body.rewards).toBeNull();
      expect(JSON.stringify(body)).not.toMatch(/coin|email|inventory|energy|"xp"/i);
    }
    expect((await record(attacker, fight)).body.rewards?.xp).toBeGreaterThan(0);
  });

  it('looks like an unknown fight to viewers who cannot watch it', async () => {
    await setFightSettings(attacker, { watchers: 'fighters' });
    for (const name of ['guest', 'player', 'blocked'] as const) {
      const responses: unknown[] = [];
      for (const id of [fight, 999_999]) {
        let response: unknown;
        const statements = await statementsOf(app, async () => {
          const { status, body, headers } = await record(viewers[name], id);
          const shown = [...headers].filter(([key]) => !['date', 'x-request-id'].includes(key));
          response = { status, body, headers: shown };
        });
        responses.push({ response, statements });
      }
      expect(responses[0]).toEqual(responses[1]);
    }
  });

  it('is hidden from everyone but the other player after a player deletes their account', async () => {
    const [leaving, staying] = [await app.player(), await app.player()];
    const id = await finishFight(app, staying, leaving);
    await setRanked(id, true);
    expect((await record(viewers.guest, id)).status).toBe(200);
    await leaving.call('DELETE /api/users/me', { body: { password: PASSWORD } });
    await expect.poll(async () => (await record(viewers.guest, id)).status).toBe(404);
    expect((await record(viewers.player, id)).status).toBe(404);
    expect((await record(staying, id)).status).toBe(200);
  });

  it('shows a blocked player the blocker’s name and avatar from before the block', async () => {
    const [blocked, blocker] = [await app.player(), await app.player()];
    const id = await finishFight(app, blocked, blocker);
    const rename = async (player: TestPlayer): Promise<[string, string]> => {
      const username = uniqueName();
      const avatar = `/media/avatars/${username}.webp`;
      expect((await player.call('PATCH /api/profiles/profile', { body: { username } })).status).toBe(200);
      await query(app.site.db, sql`update users set avatar_url = ${avatar} where id = ${player.id}`);
      return [username, avatar];
    };
    const shown = async (viewer: TestBrowser) => {
      const { body } = await record(viewer, id);
      expect(verifyFight(body, null, 0).passed).toBe(true);
      return [
        [body.attacker.username, body.attackerAvatarUrl],
        [body.defender.username, body.defenderAvatarUrl],
      ];
    };
    const before = await rename(blocker);
    const ofBlocked = await rename(blocked);
    for (const viewer of [blocked, blocker, viewers.player])
      expect(await shown(viewer)).toEqual([ofBlocked, before]);
    await block(blocker, blocked);
    await setCharacter(app, blocker, { level: 40 });
    await query(app.site.db, sql`update users set username_changed_at = null where id = ${blocker.id}`);
    const after = await rename(blocker);
    expect(await shown(blocked)).toEqual([ofBlocked, before]);
    expect(await shown(blocker)).toEqual([ofBlocked, after]);
    expect(await shown(viewers.player)).toEqual([ofBlocked, after]);
    // The acknowledgement of `joinCombat` reveals no more than the record.
    const socket = await blocked.socket();
    const joined = await socket.emitWithAck('joinCombat', { combatId: id });
    expect(joined).toMatchObject({
      attacker: { username: ofBlocked[0] },
      defender: { id: blocker.id, avatarUrl: null, level: 1 },
    });
    expect(JSON.stringify(joined)).not.toContain(after[0]);
    // Simulate an anonymized copy of the site, in which the stored blocks contain neither names nor avatars.
    await query(
      app.site.db,
      sql`update blocks set blocker_name = null, blocker_avatar = null where blocker_id = ${blocker.id}`,
    );
    expect(await shown(blocked)).toEqual([ofBlocked, [blocker.username, null]]);
  });

  it('keeps its viewers if a settings request without `watchers` is rejected', async () => {
    await setFightSettings(attacker, { watchers: 'fighters' });
    const body = { liveChallenges: 'friends', doubleTime: true } as FightSettings;
    expect((await attacker.call('PUT /api/combat/settings', { body })).status).toBe(400);
    expect((await attacker.call('GET /api/combat/settings')).body.watchers).toBe('fighters');
  });
});

describe('an open fight', () => {
  it('cannot be watched by anyone, regardless of the settings', async () => {
    const [one, other] = [await app.player(), await app.player()];
    await setFightSettings(one, { watchers: 'everybody' });
    await setFightSettings(other, { watchers: 'everybody' });
    const { body } = await openFightOf(one, other);
    for (const viewer of [one, other, viewers.player, viewers.guest])
      expect((await record(viewer, body.id)).status).toBe(404);
  });
});
