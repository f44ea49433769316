import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { sendLobbyMessage } from '../../features/chat/testing.ts';
import { openFightOf, setCharacter, strike } from '../../features/combat/testing.ts';
import { sendDirectMessage } from '../../features/dms/testing.ts';
import { createPost, like } from '../../features/feed/testing.ts';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { bookkeepingErrors } from '../security/consistency.ts';

const app = useTestApp();
let player: TestPlayer;
let other: TestPlayer;
beforeAll(async () => {
  [player, other] = [await app.player(), await app.player()];
});

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 24 * 3_600_000];

describe('a clock that jumps', () => {
  it.each([
    ['an hour ahead', HOUR],
    ['an hour back', -HOUR],
    ['a day back', -DAY],
    ['a day ahead', DAY],
    ['a minute back', -MINUTE],
    ['another minute back', -MINUTE],
  ])('%s does not prevent any action', async (_, ms) => {
    const [one, two] = [await app.player(), await app.player()];
    await setCharacter(app, one, { energy: 100, health: 500, max_health: 500 });
    await setCharacter(app, two, { energy: 100, health: 500, max_health: 500 });
    const socket = await one.socket();
    const everything = async () => {
      app.clock.advance(2_000);
      await setCharacter(app, one, { energy: 100 });
      expect((await openFightOf(one, two)).status).toBe(200);
      expect((await strike(one, two)).status).toBe(200);
      expect((await sendDirectMessage(socket, one, two, 'Still here')).ok).toBe(true);
      // Send only a few messages. The messages before and after the jump of the clock must together stay
      // within the rate limit.
      for (let n = 0; n < 3; n++)
        expect(await sendLobbyMessage(socket, `Still here ${n}`)).toMatchObject({ ok: true });
      expect(
        (
          await one.call('POST /api/store/buy', {
            body: { itemId: 1, quantity: 1 },
            headers: { 'idempotency-key': randomUUID() },
          })
        ).status,
      ).toBe(200);
      expect((await like(two, await createPost(one))).status).toBe(200);
      expect((await one.user())?.id).toBe(one.id);
    };
    await everything();
    app.clock.advance(ms);
    await everything();
    one.closeSockets();
    expect(await bookkeepingErrors(app)).toEqual([]);
  });

  it('leaves the feed and a conversation complete and in order', async () => {
    const before = await createPost(other, 'Before the jump');
    app.clock.advance(-HOUR);
    const after = await createPost(other, 'After the jump');
    const { items } = (await other.call('GET /api/feed', { query: { limit: 10 } })).body;
    expect(items.slice(0, 2).map(({ id }) => id)).toEqual([after, before]);
    await sendDirectMessage(await player.socket(), player, other, 'One');
    app.clock.advance(-HOUR);
    const { message } = await sendDirectMessage(await player.socket(), player, other, 'Two');
    const { body } = await other.call('GET /api/dms/{userId}', { params: { userId: player.id } });
    expect(body.items.map(({ text }) => text).slice(-2)).toEqual(['One', 'Two']);
    expect(message.seq).toBeGreaterThan(1);
  });
});
