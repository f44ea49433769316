import type { Watchers } from '@rivalhold/shared/contract/combat.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { query, sql } from '../../platform/db/db.ts';
import { PASSWORD, type TestBrowser, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { statementsOf } from '../../testing/statements.ts';
import { createStaff } from '../moderation/testing.ts';
import { publicFightsOf } from './service.ts';
import { fightToEnd, openFightOf, setCharacter } from './testing.ts';

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

/** Finish a fight between two players, and return its id. */
async function finishedFight(one: TestPlayer, other: TestPlayer): Promise<number> {
  await setCharacter(app, one, { attack: 500, energy: 100, health: 100 });
  const { body } = await openFightOf(one, other);
  await fightToEnd(app, one, other);
  return body.id;
}

const setRanked = async (id: number, ranked: boolean) => {
  await query(app.site.db, sql`update fights set ranked = ${ranked} where id = ${id}`);
  publicFightsOf(app.site).clear();
};
const setWatchers = async (player: TestPlayer, watchers: Setting) => {
  const body = { challenges: 'everybody', doubleTime: false, watchers };
  expect((await player.call('PUT /api/combat/settings', { body })).body).toEqual(body);
};
const record = (viewer: TestBrowser, id: number) =>
  viewer.call('GET /api/combat/fights/{id}', { params: { id } });

let attacker: TestPlayer;
let defender: TestPlayer;
let viewers: Record<Viewer, TestBrowser>;
let fight: number;
beforeAll(async () => {
  [attacker, defender] = [await app.player(), await app.player()];
  const [blocked, blocker] = [await app.player(), await app.player()];
  fight = await finishedFight(attacker, defender);
  const block = (by: TestPlayer, { id }: TestPlayer) =>
    by.call('POST /api/blocks/{userId}', { params: { userId: id } });
  await block(defender, blocked);
  await block(blocker, attacker);
  viewers = {
    ...{ attacker, defender, blocked, blocker, guest: app.browser(), player: await app.player() },
    ...{ moderator: await createStaff(app, 'moderator'), admin: await createStaff(app, 'admin') },
  };
});

/**
 * The viewers besides the two players, by the settings of both players. The first word is for fights that are not
 * ranked, and the second for ranked fights.
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
    'is open to the viewers that both players allow: %s and %s',
    async (one, other) => {
      await setWatchers(attacker, one);
      await setWatchers(defender, other);
      for (const [index, ranked] of [false, true].entries()) {
        await setRanked(fight, ranked);
        const allowed = SEEN_BY[EXPECTED[`${one} ${other}`][index as 0 | 1]];
        for (const name of VIEWERS) {
          const viewer = viewers[name];
          const status = allowed.includes(name) ? 200 : 404;
          expect([ranked, name, (await record(viewer, fight)).status]).toEqual([ranked, name, status]);
          if (name === 'guest') continue;
          // The same condition decides whether an activity links to the fight, and whether a player can report it.
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

  it('shows its rewards only to its two players, and no private data to others', async () => {
    await setWatchers(attacker, 'everybody');
    await setWatchers(defender, 'everybody');
    for (const name of ['guest', 'player', 'admin'] as const) {
      const { body } = await record(viewers[name], fight);
      expect(body.rewards).toBeNull();
      expect(JSON.stringify(body)).not.toMatch(/coin|email|inventory|energy|"xp"/i);
    }
    expect((await record(attacker, fight)).body.rewards?.xp).toBeGreaterThan(0);
  });

  it('that a viewer cannot watch gets the same response as an unknown fight, with the same statements', async () => {
    await setWatchers(attacker, 'fighters');
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

  it('is closed to everyone except the other player once one of its players has deleted the account', async () => {
    const [leaving, staying] = [await app.player(), await app.player()];
    const id = await finishedFight(staying, leaving);
    await setRanked(id, true);
    expect((await record(viewers.guest, id)).status).toBe(200);
    await leaving.call('DELETE /api/users/me', { body: { password: PASSWORD } });
    await expect.poll(async () => (await record(viewers.guest, id)).status).toBe(404);
    expect((await record(viewers.player, id)).status).toBe(404);
    expect((await record(staying, id)).status).toBe(200);
  });

  it('keeps the setting when an earlier client saves the other settings', async () => {
    await setWatchers(attacker, 'fighters');
    const body = { challenges: 'friends', doubleTime: true };
    expect((await attacker.call('PUT /api/combat/settings', { body })).body).toEqual({
      ...body,
      watchers: 'fighters',
    });
  });
});

describe('an open fight', () => {
  it('is closed to everyone with any settings', async () => {
    const [one, other] = [await app.player(), await app.player()];
    await setWatchers(one, 'everybody');
    await setWatchers(other, 'everybody');
    const { body } = await openFightOf(one, other);
    for (const viewer of [one, other, viewers.player, viewers.guest])
      expect((await record(viewer, body.id)).status).toBe(404);
  });
});
