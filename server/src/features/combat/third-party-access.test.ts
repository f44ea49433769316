import { get } from 'node:http';
import { describe, expect, it } from 'vitest';
import { nextEvent, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { characterOf, openFightOf, setCharacter } from './testing.ts';

const app = useTestApp();

const pair = async () => [await app.player(), await app.player()] as const;

/** Open a fight with browser headers that `fetch` cannot set, and return the status of the response. */
const openFrom = (
  player: TestPlayer,
  opponent: TestPlayer,
  headers: Record<string, string>,
): Promise<number> =>
  new Promise((resolve, reject) => {
    const url = `${app.url}/api/combat/${player.id}?opponentId=${opponent.id}`;
    get(url, { headers: { cookie: player.cookieHeader, ...headers } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    }).once('error', reject);
  });

describe('a fight', () => {
  it('cannot be started from another origin', async () => {
    const [one, other] = await pair();
    const port = Number(new URL(app.url).port);
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
      { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'cors' },
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' },
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
      { origin: `http://127.0.0.1:${port + 1}` },
      { origin: 'null' },
    ];
    for (const headers of foreign) expect(await openFrom(one, other, headers)).toBe(403);
    expect((await one.call('GET /api/combat/open')).body).toEqual([]);
    const own = {
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'cors',
      'sec-fetch-dest': 'empty',
      origin: app.url,
    };
    expect(await openFrom(one, other, own)).toBe(200);
  });

  it('cannot be read by another player before it ends', async () => {
    const [one, other] = await pair();
    const stranger = await app.player();
    const { body } = await openFightOf(one, other);
    const record = await stranger.call('GET /api/combat/fights/{id}', { params: { id: body.id } });
    expect(record.status).toBe(404);
    expect((await stranger.call('GET /api/combat/open')).body).toEqual([]);
    const asOne = await fetch(`${app.url}/api/combat/${one.id}?opponentId=${other.id}`, {
      headers: { cookie: stranger.cookieHeader },
    });
    expect(asOne.status).toBe(403);
  });

  it('can be announced to the opponent, but not to the player who announces it', async () => {
    const [one, other] = await pair();
    const { body } = await openFightOf(one, other);
    const [mine, theirs] = [await one.socket(), await other.socket()];
    const start = (defenderId: number) =>
      mine.emitWithAck('startFight', { attackerId: one.id, defenderId, fightId: body.id });
    expect(await start(one.id)).toMatchObject({ ok: false, code: 'notFound' });
    const requested = nextEvent(theirs, 'fightRequested');
    expect(await start(other.id)).toEqual({ ok: true });
    expect((await requested).combat.id).toBe(body.id);
  });

  it('prevents healing outside the fight, even if the fight starts during the heal request', async () => {
    const player = await app.player();
    await setCharacter(app, player, { health: 10 });
    // Simulate a fight that a concurrent request starts just after the heal request has checked for an open fight.
    await setCharacter(app, player, { open_started_fights: 1 });
    const healed = await player.call('POST /api/combat/manual-heal');
    const drunk = await player.call('POST /api/combat/use-item', {
      body: { itemId: 1, targetId: player.id },
    });
    expect([healed.body.code, drunk.body.code]).toEqual(['conflict', 'conflict']);
    expect(await characterOf(app, player)).toMatchObject({ health: 10, energy: 100 });
  });
});
