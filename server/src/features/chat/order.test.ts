import { CHAT_ERRORS as TEXTS } from '@rivalhold/shared/texts/chat.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { waitFor } from '../../../../scripts/testing/wait-for.ts';
import { sql, transaction } from '../../platform/db/db.ts';
import { nextEvent, useTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { collectAll } from '../../testing/statements.ts';
import { block } from '../blocks/testing.ts';
import { recordEvents } from '../dms/testing.ts';
import { exportSections } from './personal-data.ts';
import { purgeMessages } from './queries.ts';
import { getChatMessageContext, getReportedChatMessage, sendChatMessage } from './service.ts';
import { createChatter, historyOf, removeChatMessage, sendLobbyMessage, setRules } from './testing.ts';

type Chatter = Awaited<ReturnType<typeof createChatter>>;
const app = useTestApp();
let me: Chatter;
let other: Chatter;
let moderator: Chatter;
beforeAll(async () => {
  [me, other, moderator] = [
    await createChatter(app),
    await createChatter(app),
    await createChatter(app, 'moderator'),
  ];
});
beforeEach(() => app.clock.advance(60_000));

const auditOf = (kind: string) =>
  query<{ actor_id: number; target_id: number; subject: string; before: string; after: string }>(
    app.site.db,
    sql`select actor_id, target_id, subject, before, after from audit_log where kind = ${kind} order by id`,
  );
const idOf = async (who: Chatter, text: string) =>
  (await sendLobbyMessage(who.socket, text)).message.id as number;

describe('the flood limit', () => {
  it('allows five messages in five seconds per player, including public commands', async () => {
    const another = await me.player.socket();
    for (const text of ['1', '/roll', '/me waves'])
      expect(await sendLobbyMessage(me.socket, text)).toMatchObject({ ok: true });
    app.clock.advance(2_500);
    for (const text of ['4', '5']) expect(await sendLobbyMessage(another, text)).toMatchObject({ ok: true });
    const error = nextEvent(another, 'chat error');
    const refusal = { message: 'You’re writing too fast. Wait 3 seconds.', retryAfter: 3 };
    expect(await sendLobbyMessage(another, '6')).toEqual({ ok: false, code: 'tooOften', ...refusal });
    expect(await error).toEqual(refusal);
    // A command whose reply only the author sees does not count towards the flood limit.
    expect(await sendLobbyMessage(me.socket, '/help')).toMatchObject({ ok: true });
    expect(await sendLobbyMessage(other.socket, 'Others go on')).toMatchObject({ ok: true });
    app.clock.advance(2_499);
    expect(await sendLobbyMessage(me.socket, '6')).toMatchObject({ message: TEXTS.flood(1) });
    app.clock.advance(1);
    expect(await sendLobbyMessage(me.socket, '6')).toMatchObject({ ok: true });
  });

  it('applies to concurrent messages from several sockets, and to staff', async () => {
    const sockets = [moderator.socket, await moderator.player.socket(), await moderator.player.socket()];
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        sendLobbyMessage(sockets[index % 3] ?? moderator.socket, `at once ${index}`),
      ),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(5);
    const ids = (await historyOf(me.socket)).map(({ id }) => id as number);
    expect(ids).toEqual([...ids].sort((one, another) => one - another));
  });

  it('counts messages that staff deleted', async () => {
    for (let times = 0; times < 5; times++)
      await removeChatMessage(moderator.player, await idOf(other, 'gone'));
    expect(await sendLobbyMessage(other.socket, 'again')).toMatchObject({ ok: false, code: 'tooOften' });
  });
});

describe('chat rules', () => {
  const CALM = { slowModeSeconds: 0, settledOnly: false };

  it('can set a slow mode, which does not apply to staff', async () => {
    const received = nextEvent(other.socket, 'chat rules');
    const slow = { slowModeSeconds: 30, settledOnly: false };
    const answer = await setRules(moderator.player, slow);
    expect([answer.status, answer.body, await received]).toEqual([200, slow, slow]);
    expect((await me.player.call('GET /api/chat/rules')).body).toEqual(slow);
    await sendLobbyMessage(me.socket, 'first');
    app.clock.advance(9_001);
    expect(await sendLobbyMessage(me.socket, 'second')).toMatchObject({
      ok: false,
      message: 'Slow mode is on. Wait 21 seconds.',
      retryAfter: 21,
    });
    for (const text of ['one', 'two'])
      expect(await sendLobbyMessage(moderator.socket, text)).toMatchObject({ ok: true });
    app.clock.advance(21_000);
    expect(await sendLobbyMessage(me.socket, 'second')).toMatchObject({ ok: true });
    expect((await setRules(moderator.player, slow)).status).toBe(200);
    await setRules(moderator.player, CALM);
    expect(await auditOf('chat.rules')).toMatchObject([
      {
        actor_id: moderator.player.id,
        target_id: null,
        before: 'Slow mode: off. Can write: everyone.',
        after: 'Slow mode: 30 s. Can write: everyone.',
      },
      { before: 'Slow mode: 30 s. Can write: everyone.', after: 'Slow mode: off. Can write: everyone.' },
    ]);
  });

  it('can restrict the lobby to staff and accounts older than a day', async () => {
    await setRules(moderator.player, { ...CALM, settledOnly: true });
    const fresh = await createChatter(app);
    const youngStaff = await createChatter(app, 'moderator');
    expect(await sendLobbyMessage(fresh.socket, 'hello?')).toMatchObject({
      ok: false,
      code: 'forbidden',
      message: TEXTS.unsettled,
    });
    expect(await sendLobbyMessage(youngStaff.socket, 'hello')).toMatchObject({ ok: true });
    app.clock.advance(24 * 3_600_000);
    expect(await sendLobbyMessage(fresh.socket, 'hello!')).toMatchObject({ ok: true });
    await setRules(moderator.player, CALM);
  });

  it.each([
    {},
    { slowModeSeconds: 10 },
    { slowModeSeconds: -1, settledOnly: false },
    { slowModeSeconds: 601, settledOnly: false },
    { slowModeSeconds: 1.5, settledOnly: false },
    { slowModeSeconds: '10', settledOnly: false },
    { slowModeSeconds: 10, settledOnly: 'no' },
    { ...CALM, more: 1 },
  ])('are rejected if their values are %j', async (rules) => {
    expect((await setRules(moderator.player, rules)).status).toBe(400);
    expect((await setRules(me.player, rules)).status).toBe(403);
  });
});

describe('deleting a message', () => {
  it('is allowed only for staff, and is audited', async () => {
    const id = await idOf(me, 'Delete <script>me</script>');
    expect((await removeChatMessage(me.player, id)).status).toBe(403);
    expect((await removeChatMessage(other.player, id)).status).toBe(403);
    const received = nextEvent(other.socket, 'chat deleted');
    const answer = await removeChatMessage(moderator.player, id);
    expect([answer.status, answer.body, await received]).toEqual([200, { deleted: 'message' }, { id }]);
    expect((await historyOf(other.socket)).map((message) => message.id)).not.toContain(id);
    expect((await auditOf('chat.delete')).at(-1)).toMatchObject({
      actor_id: moderator.player.id,
      target_id: me.player.id,
      subject: `lobby message ${id}`,
      before: 'Delete <script>me</script>',
    });
    for (const gone of [id, 999_999]) {
      const again = await removeChatMessage(moderator.player, gone);
      expect([again.status, again.body.message]).toEqual([404, TEXTS.messageNotFound]);
    }
  });

  it('succeeds for only one of two concurrent requests', async () => {
    const admin = await createChatter(app, 'admin');
    await block(me.player, admin.player);
    const id = await idOf(me, '/me dances');
    const before = (await auditOf('chat.delete')).length;
    const answers = await Promise.all([
      removeChatMessage(moderator.player, id),
      removeChatMessage(admin.player, id),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await auditOf('chat.delete')).length).toBe(before + 1);
    const refused = await removeChatMessage(moderator.player, await idOf(me, '/roll'));
    expect([refused.status, refused.body.message]).toEqual([403, TEXTS.bot]);
  });

  it('is not audited if staff delete their own message', async () => {
    const before = (await auditOf('chat.delete')).length;
    expect((await removeChatMessage(moderator.player, await idOf(moderator, 'typo'))).status).toBe(200);
    expect((await auditOf('chat.delete')).length).toBe(before);
  });
});

// Skip this test on the embedded database, where the open transaction would block the other requests.
if (process.env.TEST_DATABASE_URL)
  it('a lobby message does not reach a player who blocks its author before it is sent', async () => {
    const [one, two] = [await createChatter(app), await createChatter(app)];
    const heard = recordEvents(two.socket, 'chat message');
    const user = {
      id: one.player.id,
      username: one.player.username,
      avatarUrl: null,
    };
    await transaction(app.site.db, async (tx) => {
      await sendChatMessage(tx, app.site, { user, text: 'Before the block' });
      await block(two.player, one.player);
    });
    const { message } = await sendLobbyMessage(moderator.socket, 'After it');
    await waitFor(() => expect(heard.map(({ payload }) => payload)).toEqual([message]));
  });

describe('a muted player', () => {
  it('can read but not write until the mute ends', async () => {
    const one = await createChatter(app);
    const until = new Date(app.clock.now().getTime() + 3_600_000);
    await query(app.site.db, sql`update users set muted_until = ${until} where id = ${one.player.id}`);
    // Invalidate the cached session, as the mute route does. The statement above does not invalidate it.
    await transaction(app.site.db, async (tx) => app.site.sessions.invalidateUsers(tx, [one.player.id]));
    const error = nextEvent(one.socket, 'chat error');
    expect(await sendLobbyMessage(one.socket, 'hello?')).toMatchObject({ ok: false, code: 'muted' });
    expect((await error).message).toMatch(/^You are muted until .* UTC\.$/);
    expect(await sendLobbyMessage(one.socket, '/help')).toMatchObject({ ok: false, code: 'muted' });
    expect((await historyOf(one.socket)).length).toBeGreaterThan(0);
    app.clock.advance(3_600_000);
    expect(await sendLobbyMessage(one.socket, 'hello!')).toMatchObject({ ok: true });
  });
});

describe('lobby messages and other features', () => {
  it('a message is reported with the messages around it', async () => {
    const { db } = app.site;
    for (let n = 0; n < 12; n++) {
      if (n % 4 === 0) app.clock.advance(10_000);
      await sendLobbyMessage(other.socket, `before ${n}`);
    }
    const id = await idOf(me, 'the one @you');
    for (let n = 0; n < 3; n++) await sendLobbyMessage(moderator.socket, `after ${n}`);
    expect(await getReportedChatMessage(db, { id, viewerId: other.player.id })).toEqual({
      ownerId: me.player.id,
      text: 'the one @you',
      media: [],
      link: '/chat',
      createdAt: app.clock.now(),
    });
    const around = await getChatMessageContext(db, id);
    expect(around.map(({ text, isReported }) => (isReported ? `*${text}` : text))).toEqual([
      ...Array.from({ length: 10 }, (_, n) => `before ${n + 2}`),
      '*the one @you',
      ...Array.from({ length: 3 }, (_, n) => `after ${n}`),
    ]);
    expect(around.at(10)?.author).toEqual({
      id: me.player.id,
      username: me.player.username,
      avatarUrl: null,
      level: 1,
    });
    const bot = await idOf(me, '/roll');
    const stranger = await createChatter(app);
    await block(stranger.player, me.player);
    await removeChatMessage(moderator.player, id);
    for (const [messageId, viewer] of [
      [bot, other],
      [id, other],
      [999_999, other],
      [await idOf(me, 'unseen'), stranger],
    ] as const)
      expect(await getReportedChatMessage(db, { id: messageId, viewerId: viewer.player.id })).toBeUndefined();
    expect((await getChatMessageContext(db, id)).some(({ isReported }) => isReported)).toBe(true);
    expect(await getChatMessageContext(db, 999_999)).toEqual([]);
  });

  it('messages are exported for their author, unless staff deleted them', async () => {
    const one = await createChatter(app);
    const gone = await idOf(one, 'gone');
    await sendLobbyMessage(one.socket, 'kept');
    await sendLobbyMessage(one.socket, '/me waves');
    await removeChatMessage(moderator.player, gone);
    await sendLobbyMessage(one.socket, '/roll');
    expect(await collectAll(exportSections(app.site.db, one.player.id)['lobby-messages'])).toMatchObject([
      { type: 'user', text: 'kept', createdAt: app.clock.now() },
      { type: 'emote', text: 'waves' },
      { type: 'bot', text: expect.stringMatching(`^${one.player.username} `) },
    ]);
  });

  it('messages from before a given time are purged, except for the newest 200', async () => {
    const { db } = app.site;
    await query(
      db,
      sql`insert into chat_messages (type, user_id, text, has_links, created_at)
       select 'user', ${other.player.id}, 'old ' || n, false, ${app.clock.now()} from generate_series(1, 230) n`,
    );
    const shown = await historyOf(me.socket);
    expect([shown.length, shown[0]?.text, shown.at(-1)?.text]).toEqual([200, 'old 31', 'old 230']);
    const deleted = shown.at(-1)?.id as number;
    await removeChatMessage(moderator.player, deleted);
    await purgeMessages(db, new Date(app.clock.now().getTime()));
    expect((await historyOf(me.socket))[0]?.text).toBe('old 30');
    await purgeMessages(db, new Date(app.clock.now().getTime() + 1));
    const kept = await query<{ text: string }>(db, sql`select text from chat_messages order by id`);
    expect([kept.length, kept[0]?.text, kept.at(-1)?.text]).toEqual([200, 'old 30', 'old 229']);
  });
});
