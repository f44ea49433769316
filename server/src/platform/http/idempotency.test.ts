import { LIMITS } from '@rivalhold/shared/limits.ts';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';

const app = useTestApp();

let keys = 0;
const newKey = () => `key-${keys++}`;
const open = (player: TestPlayer, opponent: TestPlayer) =>
  player.call('GET /api/combat/{userId}', {
    params: { userId: player.id },
    query: { opponentId: opponent.id },
  });
const strike = (player: TestPlayer, opponent: TestPlayer, key: string) => {
  // Advance the clock beyond the attack cooldown.
  app.clock.advance(500);
  return player.call('POST /api/combat/attack', {
    body: { defenderId: opponent.id },
    headers: { 'idempotency-key': key },
  });
};
async function fight() {
  const [player, opponent] = [await app.player(), await app.player()];
  await open(player, opponent);
  return { player, opponent };
}
const exchanges = async (player: TestPlayer, opponent: TestPlayer) =>
  (await open(player, opponent)).body.exchanges;

describe('an Idempotency-Key', () => {
  it('makes repeated calls run the action once and return the identical response', async () => {
    const { player, opponent } = await fight();
    const key = newKey();
    const send = async () => {
      app.clock.advance(500);
      const response = await player.fetch('/api/combat/attack', {
        method: 'POST',
        body: JSON.stringify({ defenderId: opponent.id }),
        headers: {
          'content-type': 'application/json',
          'x-csrf-token': player.csrf,
          'idempotency-key': key,
        },
      });
      return [response.status, await response.text()];
    };
    const first = await send();
    expect(first[0]).toBe(200);
    expect([await send(), await send()]).toEqual([first, first]);
    expect(await exchanges(player, opponent)).toBe(1);
  });

  it('makes concurrent calls run the action once', async () => {
    const { player, opponent } = await fight();
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 8 }, () => strike(player, opponent, key)));
    const done = answers.filter(({ status }) => status === 200);
    for (const { status, body } of answers)
      if (status !== 200) expect([status, body.code]).toEqual([409, 'inProgress']);
    for (const { body } of done) expect(body).toEqual(done[0]?.body);
    expect(done.length).toBeGreaterThan(0);
    expect(await exchanges(player, opponent)).toBe(1);
  });

  it('is rejected if it is used again for a different call', async () => {
    const { player, opponent } = await fight();
    const other = await app.player();
    await open(other, player);
    const key = newKey();
    expect((await strike(player, opponent, key)).status).toBe(200);
    const refused = { code: 'invalid', message: 'This Idempotency-Key was already used for another call.' };
    const otherBody = await strike(player, other, key);
    expect([otherBody.status, otherBody.body]).toEqual([400, refused]);
    const otherRoute = await player.call('POST /api/combat/manual-heal', {
      headers: { 'idempotency-key': key },
    });
    expect([otherRoute.status, otherRoute.body]).toEqual([400, refused]);
    expect(await exchanges(player, other)).toBe(0);
  });

  it('belongs to one player, so another player can use the same key', async () => {
    const { player, opponent } = await fight();
    const key = newKey();
    const mine = await strike(player, opponent, key);
    // After this time, the first player counts as absent, so their fight style chooses their moves.
    app.clock.advance(LIMITS.combat.presentMs);
    const theirs = await strike(opponent, player, key);
    expect([mine.status, theirs.status]).toEqual([200, 200]);
    expect(theirs.body.lines).not.toEqual(mine.body.lines);
    expect(await exchanges(player, opponent)).toBe(2);
  });

  it('can be used again after a rejected call', async () => {
    const [player, opponent] = [await app.player(), await app.player()];
    const key = newKey();
    expect((await strike(player, opponent, key)).status).toBe(409);
    await open(player, opponent);
    expect((await strike(player, opponent, key)).status).toBe(200);
  });

  it('is valid for a day', async () => {
    const { player, opponent } = await fight();
    const key = newKey();
    expect((await strike(player, opponent, key)).status).toBe(200);
    app.clock.advance(12 * 3_600_000);
    // This strike keeps the fight from expiring.
    expect((await strike(player, opponent, newKey())).status).toBe(200);
    app.clock.advance(12 * 3_600_000 - 1_001);
    expect((await strike(player, opponent, key)).status).toBe(200);
    expect(await exchanges(player, opponent)).toBe(2);
    app.clock.advance(1);
    expect((await strike(player, opponent, key)).status).toBe(200);
    expect(await exchanges(player, opponent)).toBe(3);
  });

  it.each(['two words', 'x'.repeat(129), 'sch\u00f6n'])(
    'is rejected if it is too long or not visible ASCII: %.20s',
    async (key) => {
      const { player, opponent } = await fight();
      const { status, body } = await strike(player, opponent, key);
      expect([status, body.errors]).toEqual([
        400,
        { 'Idempotency-Key': 'Use 1 to 128 printable ASCII characters, without spaces' },
      ]);
      expect(await exchanges(player, opponent)).toBe(0);
    },
  );
});

describe('an Idempotency-Key of an upload', () => {
  type Sent = { caption?: string; background?: string; captionLast?: boolean };
  const send = async (
    player: TestPlayer,
    key: string,
    { caption = 'Mine', background = '#c60', captionLast = false }: Sent = {},
  ) => {
    const file = await sharp({ create: { width: 40, height: 30, channels: 3, background } })
      .png()
      .toBuffer();
    const form = [['caption', caption] as const, ['photo', file] as const];
    const { status, body } = await player.call('POST /api/photos', {
      form: captionLast ? form.reverse() : form,
      headers: { 'idempotency-key': key },
    });
    return { status, body };
  };
  const photosOf = async (player: TestPlayer) => (await player.call('GET /api/photos')).body.photos;

  it('makes repeated uploads store one file and return the same response', async () => {
    const player = await app.player();
    const key = newKey();
    const first = await send(player, key);
    expect(first.status).toBe(201);
    expect(await send(player, key)).toEqual(first);
    expect(await send(player, key, { captionLast: true })).toEqual(first);
    expect(await photosOf(player)).toHaveLength(1);
    expect((await send(await app.player(), key)).body.photo?.id).not.toBe(first.body.photo?.id);
  });

  it('makes concurrent uploads store one file', async () => {
    const player = await app.player();
    const key = newKey();
    const answers = await Promise.all([1, 2, 3].map(() => send(player, key)));
    // If two requests run concurrently, the second to finish is rejected. A request that starts after the
    // first has finished gets the stored response.
    for (const { status } of answers) expect([201, 409]).toContain(status);
    expect(await photosOf(player)).toHaveLength(1);
    expect((await send(player, key)).status).toBe(201);
  });

  it('is rejected if it is used again for a different call', async () => {
    const { player, opponent } = await fight();
    const key = newKey();
    expect((await strike(player, opponent, key)).status).toBe(200);
    expect((await send(player, key)).status).toBe(400);
    const own = newKey();
    expect((await send(player, own)).status).toBe(201);
    for (const other of [{ background: '#06c' }, { caption: 'Yours' }]) {
      const { status, body } = await send(player, own, other);
      expect([status, body.message]).toEqual([
        400,
        'This Idempotency-Key was already used for another call.',
      ]);
    }
    expect(await photosOf(player)).toHaveLength(1);
  });
});
