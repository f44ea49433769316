import { describe, expect, it } from 'vitest';
import { type TestPlayer, useTestApp } from '../../testing/app.ts';
import { createStaff } from '../moderation/testing.ts';

const app = useTestApp();

const PATH = '/api/profiles/{id}/status/comments';
const say = (player: TestPlayer, id: number, body: unknown, headers = {}) =>
  player.call(`POST ${PATH}`, { params: { id }, body: { body }, headers });
const list = (player: TestPlayer, id: number, query = {}) =>
  player.call(`GET ${PATH}`, { params: { id }, query });
const remove = (player: TestPlayer, id: number, commentId: number) =>
  player.call(`DELETE ${PATH}/{commentId}`, { params: { id, commentId } });

describe('profile comments', () => {
  it('are trimmed, stored as plain text, and listed newest first', async () => {
    const [owner, other] = [await app.player(), await app.player()];
    const hostile = '<script>alert(1)</script> \u202e\u200b 😀';
    const { status, body } = await say(other, owner.id, `  ${hostile}  `);
    expect(status).toBe(201);
    expect(body.comment).toMatchObject({ userId: other.id, username: other.username, body: hostile });
    await say(owner, owner.id, 'Well met');
    const page = await list(other, owner.id);
    expect(page.body.comments.map((comment) => comment.body)).toEqual(['Well met', hostile]);
    expect(page.body.nextCursor).toBeNull();
  });

  it('are rejected if they are invalid or on an unknown profile', async () => {
    const owner = await app.player();
    for (const body of ['', '   ', 'x'.repeat(1_001)]) {
      const answer = await say(owner, owner.id, body);
      expect(answer.status).toBe(400);
      expect(answer.body.errors?.body).toBeTruthy();
    }
    expect((await say(owner, owner.id, 7)).status).toBe(400);
    expect(
      (await owner.call(`POST ${PATH}`, { params: { id: owner.id }, body: { body: 'x', extra: 1 } })).status,
    ).toBe(400);
    expect((await say(owner, 9_999_999, 'hello')).status).toBe(403);
    expect((await list(owner, 9_999_999)).status).toBe(404);
  });

  it('have stable pages while comments are added', async () => {
    const owner = await app.player();
    for (let index = 0; index < 25; index++) await say(owner, owner.id, `comment ${index}`);
    const first = await list(owner, owner.id);
    expect(first.body.comments).toHaveLength(20);
    await say(owner, owner.id, 'a late one');
    const second = await list(owner, owner.id, { cursor: first.body.nextCursor as string });
    expect(second.body.comments.map((comment) => comment.body)).toEqual(
      [4, 3, 2, 1, 0].map((n) => `comment ${n}`),
    );
    expect(second.body.nextCursor).toBeNull();
    expect((await list(owner, owner.id, { cursor: 'x' })).status).toBe(400);
  });

  it('notify the owner until the author’s last comment is deleted', async () => {
    const [owner, other] = [await app.player(), await app.player()];
    const received = async () =>
      (await owner.call('GET /api/notifications')).body.items.map(({ data }) => data.unreadCount);
    const first = (await say(other, owner.id, 'One')).body.comment.id;
    const second = (await say(other, owner.id, 'Two')).body.comment.id;
    expect(await received()).toEqual([2]);
    await remove(other, owner.id, first);
    expect(await received()).toEqual([2]);
    await remove(other, owner.id, second);
    expect(await received()).toEqual([]);
  });

  it('can be deleted only by their author or an admin', async () => {
    const [owner, author] = [await app.player(), await app.player()];
    const [moderator, admin] = [await createStaff(app), await createStaff(app, 'admin')];
    const make = async () => (await say(author, owner.id, 'mine')).body.comment.id;
    const id = await make();
    expect((await remove(owner, owner.id, id)).status).toBe(403);
    expect((await remove(moderator, owner.id, id)).status).toBe(403);
    expect((await remove(author, author.id, id)).status).toBe(404);
    expect((await remove(author, owner.id, id)).status).toBe(200);
    expect((await remove(author, owner.id, id)).status).toBe(404);
    expect((await remove(admin, owner.id, await make())).status).toBe(200);
  });

  it('are posted once per idempotency key', async () => {
    const owner = await app.player();
    const first = await say(owner, owner.id, 'once', { 'idempotency-key': 'c1' });
    const again = await say(owner, owner.id, 'once', { 'idempotency-key': 'c1' });
    expect(again.body).toEqual(first.body);
    expect((await list(owner, owner.id)).body.comments).toHaveLength(1);
  });
});
