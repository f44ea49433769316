import { BOT_TEXTS, FLEX_ENDINGS, CHAT_ERRORS as TEXTS } from '@rivalhold/shared/texts/chat.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { waitFor } from '../../../../scripts/testing/wait-for.ts';
import { sql } from '../../platform/db/db.ts';
import {
  createTestApp,
  nextEvent,
  type TestApp,
  type TestPlayer,
  type TestSocket,
} from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { block, notificationsOf } from '../blocks/testing.ts';
import { recordEvents } from '../dms/testing.ts';
import { createChatter, historyOf, sendLobbyMessage } from './testing.ts';

let app: TestApp;
let me: TestPlayer;
let other: TestPlayer;
let mine: TestSocket;
let theirs: TestSocket;
let drawn = 0;
beforeAll(async () => {
  app = await createTestApp({ secrets: { randomInt: (below) => Math.min(below - 1, drawn) } });
  [{ player: me, socket: mine }, { player: other, socket: theirs }] = [
    await createChatter(app),
    await createChatter(app),
  ];
});
afterAll(() => app.close());
// Advance the clock so that the messages of one test do not count towards the flood limit in the next.
beforeEach(() => app.clock.advance(60_000));

const rowsOf = (player: TestPlayer) =>
  query<{ text: string }>(
    app.site.db,
    sql`select text from chat_messages where user_id = ${player.id} order by id`,
  );

describe('a lobby message', () => {
  it('reaches all signed-in players', async () => {
    const received = [nextEvent(mine, 'chat message'), nextEvent(theirs, 'chat message')];
    const { ok, message } = await sendLobbyMessage(mine, '  Well met, <b>all</b>!  ');
    expect(ok).toBe(true);
    expect(message).toEqual({
      id: expect.any(Number),
      type: 'user',
      text: 'Well met, <b>all</b>!',
      userId: me.id,
      username: me.username,
      avatarUrl: null,
      links: false,
      timestamp: app.clock.now().toISOString(),
      replyToId: null,
      reactions: [],
    });
    expect(await Promise.all(received)).toEqual([message, message]);
    expect((await historyOf(theirs)).at(-1)).toEqual(message);
  });

  it('is stored once per temporary id, even if it is sent again concurrently', async () => {
    const heard = recordEvents(theirs, 'chat message');
    const answers = await Promise.all(
      ['a', 'a', 'b'].map((id) => sendLobbyMessage(mine, `Message ${id}`, id)),
    );
    const [first, second, other] = answers.map(({ message }) => message);
    expect(second).toEqual(first);
    expect(other?.id).not.toBe(first?.id);
    drawn = 3;
    const rolled = await sendLobbyMessage(mine, '/roll', 'c');
    drawn = 5;
    expect(await sendLobbyMessage(mine, '/roll', 'c')).toEqual(rolled);
    for (const id of ['d', 'e']) await sendLobbyMessage(mine, id, id);
    expect(await sendLobbyMessage(mine, 'One too many', 'f')).toMatchObject({ ok: false, code: 'tooOften' });
    expect((await sendLobbyMessage(mine, 'Whatever it says by now', 'a')).message).toEqual(first);
    expect((await sendLobbyMessage(theirs, 'Message a of another', 'a')).message.text).toBe(
      'Message a of another',
    );
    const before = (await rowsOf(me)).map(({ text }) => text);
    expect(before.slice(-5)).toEqual(['Message a', 'Message b', expect.stringMatching('rolled 4'), 'd', 'e']);
    app.clock.advance(60_000);
    const { message: last } = await sendLobbyMessage(mine, 'One too many', 'f');
    await waitFor(() => expect(heard.at(-1)?.payload).toEqual(last));
    expect(heard).toHaveLength(7);
    for (const id of ['', 'x'.repeat(65), 7])
      expect(await sendLobbyMessage(mine, 'An odd id', id as string)).toMatchObject({
        ok: false,
        code: 'invalid',
      });
  });

  it.each([
    ['nothing', '', TEXTS.empty],
    ['spaces', ' \n\t ', TEXTS.empty],
    ['invisible characters', '\u200b\u2060\u3164', TEXTS.empty],
    ['501 characters', 'x'.repeat(501), 'Use at most 500 characters'],
    ['20,000 characters', 'x'.repeat(20_000), 'Use at most 500 characters'],
  ])(
    'with %s is rejected, and only the sending socket receives a `chat error` event',
    async (_, text, message) => {
      const aside = recordEvents(await me.socket(), 'chat error');
      const error = nextEvent(mine, 'chat error');
      const before = await rowsOf(me);
      expect(await sendLobbyMessage(mine, text)).toMatchObject({ ok: false, code: 'invalid', message });
      expect(await error).toEqual({ message });
      expect(await rowsOf(me)).toEqual(before);
      expect(aside).toEqual([]);
    },
  );

  it('can have 500 characters', async () => {
    expect((await sendLobbyMessage(mine, ` ${'y'.repeat(500)} `)).message.text).toHaveLength(500);
  });

  it.each([{}, { text: 7 }, { text: null }, null, 'text', { text: 'a\0b' }])(
    'is rejected if its payload is %j',
    async (payload) => {
      const error = nextEvent(mine, 'chat error');
      expect(await mine.emitWithAck('chat message', payload as never)).toMatchObject({
        ok: false,
        code: 'invalid',
      });
      expect(await error).toEqual({ message: 'Please check what you entered.' });
    },
  );

  it('ignores forged fields', async () => {
    const forged = { text: 'Obey', id: 1, type: 'bot', userId: other.id, username: 'admin', links: true };
    const { message } = (await mine.emitWithAck('chat message', forged as never)) as Awaited<
      ReturnType<typeof sendLobbyMessage>
    >;
    expect(message).toMatchObject({ type: 'user', userId: me.id, username: me.username, links: false });
  });

  it('has links only if the account of its author is at least a day old', async () => {
    const fresh = await createChatter(app);
    const first = await sendLobbyMessage(fresh.socket, 'https://example.com');
    app.clock.advance(24 * 3_600_000);
    const second = await sendLobbyMessage(fresh.socket, 'https://example.com');
    expect([first.message.links, second.message.links]).toEqual([false, true]);
    const shown = (await historyOf(theirs)).slice(-2);
    expect(shown.map(({ links }) => links)).toEqual([false, true]);
  });

  it('is hidden from a player while there is a block between the player and its author', async () => {
    const [one, two] = [await createChatter(app), await createChatter(app)];
    await block(one.player, two.player);
    const heard = [recordEvents(one.socket, 'chat message'), recordEvents(two.socket, 'chat message')];
    await sendLobbyMessage(one.socket, 'From one');
    await sendLobbyMessage(two.socket, 'From two');
    await sendLobbyMessage(two.socket, '/roll');
    const last = [nextEvent(one.socket, 'chat message'), nextEvent(two.socket, 'chat message')];
    while (!(await Promise.race([...last, sendLobbyMessage(mine, 'To both')]))) {}
    await historyOf(one.socket);
    const texts = heard.map((list) => list.map(({ payload }) => (payload as { userId: number }).userId));
    expect(texts[0]).not.toContain(two.player.id);
    expect(texts[1]).not.toContain(one.player.id);
    for (const [{ socket }, { player }] of [
      [one, two],
      [two, one],
    ] as const)
      expect((await historyOf(socket)).map(({ userId }) => userId)).not.toContain(player.id);
  });
});

describe('the command', () => {
  it('/help sends a reply only to the socket of its sender', async () => {
    const events = ['chat message', 'chat history', 'chat error'];
    const [aside, afar] = [recordEvents(await me.socket(), ...events), recordEvents(theirs, ...events)];
    const received = nextEvent(mine, 'chat message');
    const { message } = await sendLobbyMessage(mine, '/help');
    expect(message).toMatchObject({ id: null, type: 'bot', text: BOT_TEXTS.help, userId: me.id });
    for (const command of ['/help', '/flex', '/me <action>', '/roll [sides]'])
      expect(message.text).toContain(command);
    expect(await received).toEqual(message);
    expect((await historyOf(mine)).map(({ text }) => text)).not.toContain(BOT_TEXTS.help);
    expect([aside, afar]).toEqual([[], []]);
  });

  it.each([
    ['/x', 'Unknown command: /x. Type /help.'],
    ['/me', 'Usage: /me <action>'],
    ['/me \u200b', 'Usage: /me <action>'],
  ])('%s is not stored, and returns a hint to its sender', async (text, answer) => {
    const before = await rowsOf(me);
    expect((await sendLobbyMessage(mine, text)).message).toMatchObject({
      id: null,
      type: 'bot',
      text: answer,
    });
    expect(await rowsOf(me)).toEqual(before);
  });

  it('/me sends an emote to everyone', async () => {
    const received = nextEvent(theirs, 'chat message');
    const { message } = await sendLobbyMessage(mine, '/me sharpens a spoon');
    expect(message).toMatchObject({ type: 'emote', text: 'sharpens a spoon', username: me.username });
    expect(await received).toEqual(message);
  });

  it('/roll shows everyone a number between 1 and the number of sides', async () => {
    drawn = 16;
    const received = nextEvent(theirs, 'chat message');
    const { message } = await sendLobbyMessage(mine, '/roll 20');
    expect(message).toMatchObject({ type: 'bot', text: `${me.username} rolled 17 (1–20)`, userId: me.id });
    expect(await received).toEqual(message);
    drawn = 0;
    expect((await sendLobbyMessage(mine, '/roll 1')).message.text).toBe(`${me.username} rolled 1 (1–2)`);
    drawn = 1e9;
    expect((await sendLobbyMessage(mine, '/roll many')).message.text).toBe(`${me.username} rolled 6 (1–6)`);
    expect((await sendLobbyMessage(mine, '/roll 99999')).message.text).toBe(
      `${me.username} rolled 1000 (1–1000)`,
    );
  });

  it('/flex shows the level, wins and losses, but not the coins', async () => {
    const rich = await createChatter(app);
    await query(
      app.site.db,
      sql`update characters set level = 7, wins = 1, losses = 1234, coins = 98765
          where user_id = ${rich.player.id}`,
    );
    drawn = 2;
    const { message } = await sendLobbyMessage(rich.socket, '/flex');
    expect(message.text).toBe(
      `${rich.player.username} flexes: level 7, 1 win, 1,234 losses. ${FLEX_ENDINGS[2]}`,
    );
    expect(message.type).toBe('bot');
    expect(message.text).not.toMatch(/98.?765|coin/i);
  });

  it('/roll shows the author’s new name after a rename', async () => {
    const one = await createChatter(app);
    drawn = 3;
    await sendLobbyMessage(one.socket, '/roll');
    await query(app.site.db, sql`update users set username = 'Renamed.One' where id = ${one.player.id}`);
    expect((await historyOf(theirs)).at(-1)).toMatchObject({
      username: 'Renamed.One',
      text: 'Renamed.One rolled 4 (1–6)',
    });
  });
});

describe('a mention', () => {
  const mentionsOf = async (player: TestPlayer) =>
    (await notificationsOf(player)).filter(({ data }) => data.link === '/chat');

  it('is combined with earlier unread mentions into one notification', async () => {
    const named = await createChatter(app);
    await sendLobbyMessage(
      mine,
      `Hail @${named.player.username.toUpperCase()} and @${named.player.username}!`,
    );
    await sendLobbyMessage(theirs, `/me bows to @${named.player.username}`);
    expect(await mentionsOf(named.player)).toMatchObject([
      {
        type: 'system',
        text: `${other.username} mentioned you in the Lobby.`,
        data: { actorId: other.id, unreadCount: 2, link: '/chat' },
      },
    ]);
    await historyOf(named.socket);
    expect(await mentionsOf(named.player)).toEqual([]);
  });

  it('does not notify its author or a player blocked by the author', async () => {
    const [one, two] = [await createChatter(app), await createChatter(app)];
    await block(one.player, two.player);
    await sendLobbyMessage(one.socket, `@${two.player.username} @${one.player.username} @nobody.here`);
    expect(await mentionsOf(two.player)).toEqual([]);
    expect(await mentionsOf(one.player)).toEqual([]);
  });
});

describe('the lobby history', () => {
  it('sends a reconnecting client the messages and deletions that it missed', async () => {
    const ids = [];
    for (const text of ['a', 'b', 'c']) ids.push((await sendLobbyMessage(mine, text)).message.id as number);
    const [, second = 0, third = 0] = ids;
    expect((await historyOf(theirs, second)).map(({ id }) => id)).toEqual([third]);
    expect(await historyOf(theirs, third)).toEqual([]);
    const { player: moderator } = await createChatter(app, 'moderator');
    const silent = recordEvents(theirs, 'chat deleted');
    await moderator.call('DELETE /api/mod/messages/{id}', { params: { id: second } });
    await historyOf(theirs, third);
    expect(silent).toEqual([
      { event: 'chat deleted', payload: { id: second } },
      { event: 'chat deleted', payload: { id: second } },
    ]);
  });

  it.each([{ after: 0 }, { after: -1 }, { after: 1.5 }, { after: 'x' }, { after: 1e300 }, null])(
    'rejects the history request %j',
    async (payload) => {
      expect(await mine.emitWithAck('chat:getHistory', payload as never)).toMatchObject({
        ok: false,
        code: 'invalid',
      });
    },
  );
});
