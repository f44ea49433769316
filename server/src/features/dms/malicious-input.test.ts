import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { emitRaw, nextEvent, type TestPlayer, useTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { history, recordEvents, sendDirectMessage } from './testing.ts';

const app = useTestApp();
let one: TestPlayer;
let other: TestPlayer;
beforeAll(async () => {
  [one, other] = [await app.player(), await app.player()];
});

describe('direct messages', () => {
  it.each(['\u200b', '\u2060\n', '\u3164', '\u2800 \u00ad', '\u202e'])(
    'are rejected if they have no visible characters: %j',
    async (text) => {
      const socket = await one.socket();
      const answer = await emitRaw(socket, 'private message', {
        senderId: one.id,
        receiverId: other.id,
        text,
      });
      expect(answer).toMatchObject({ ok: false, code: 'invalid' });
    },
  );

  it.each([
    ['after', '100000000000000000000'],
    ['after', '9223372036854775807'],
    ['after', '2147483648'],
    ['after', '-1'],
    ['deletedSince', '0000-01-01T00:00:00Z'],
    ['deletedSince', '2016-12-31T23:59:60Z'],
  ])('cannot be listed with the invalid query parameter %s=%s', async (name, value) => {
    const params = { userId: other.id };
    const { status, body } = await one.call('GET /api/dms/{userId}', { params, query: { [name]: value } });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [name]]);
  });

  it.each(['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+23:59', '2016-12-31T23:59:60Z'])(
    'cannot be synchronized with the invalid query parameter since=%s',
    async (since) => {
      expect((await one.call('GET /api/dms/sync', { query: { since } })).status).toBe(400);
    },
  );

  it('do not reveal across a block that they were read or deleted', async () => {
    const [blocker, blocked] = [await app.player(), await app.player()];
    const [theirs, own] = [await blocker.socket(), await blocked.socket()];
    const sent = await sendDirectMessage(own, blocked, blocker, 'before');
    await query(
      app.site.db,
      sql`insert into blocks (blocker_id, blocked_id, created_at) values (${blocker.id}, ${blocked.id}, now())`,
    );
    await blocker.call('POST /api/dms/{userId}/read', { params: { userId: blocked.id } });
    expect((await history(blocked, blocker)).readUpTo).toBe(0);
    const heard = recordEvents(theirs, 'dm:deleted');
    const deleted = nextEvent(own, 'dm:deleted');
    await blocked.call('DELETE /api/dms/{messageId}', { params: { messageId: sent.message.id } });
    await deleted;
    await blocker.call('GET /api/dms');
    expect(heard).toEqual([]);
  });
});
