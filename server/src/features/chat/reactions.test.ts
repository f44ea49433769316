import type { ChatMessage, ChatReaction } from '@rivalhold/shared/contract/chat.ts';
import { retainedSince } from '@rivalhold/shared/retention.ts';
import { CHAT_ERRORS } from '@rivalhold/shared/texts/chat.ts';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { waitFor } from '../../../../scripts/testing/wait-for.ts';
import { sql } from '../../platform/db/db.ts';
import { createTestApp, nextEvent, useTestApp } from '../../testing/app.ts';
import { query } from '../../testing/queries.ts';
import { collectAll, hooking } from '../../testing/statements.ts';
import { block } from '../blocks/testing.ts';
import { deleteWithoutJob } from '../deletion/testing.ts';
import { createStaff } from '../moderation/testing.ts';
import { exportSections } from './personal-data.ts';
import { purgeMessages } from './queries.ts';
import { erasePlayer } from './service.ts';
import {
  createChatter,
  historyOf,
  reactToLobbyMessage,
  removeChatMessage,
  sendLobbyMessage,
  setRules,
} from './testing.ts';

type Chatter = Awaited<ReturnType<typeof createChatter>>;
const app = useTestApp();
let author: Chatter;
let one: Chatter;
let other: Chatter;
beforeAll(async () => {
  [author, one, other] = [await createChatter(app), await createChatter(app), await createChatter(app)];
});
beforeEach(() => app.clock.advance(60_000));
/** After each test, check that the stored counts match the stored reactions. */
afterEach(async () => {
  const wrong = await query(
    app.site.db,
    sql`select c.message_id, c.emoji from chat_reaction_counts c where count <> (
          select count(*) from chat_reactions r where r.message_id = c.message_id and r.emoji = c.emoji)
        union all select message_id, emoji from chat_reactions r where not exists (
          select 1 from chat_reaction_counts c where c.message_id = r.message_id and c.emoji = r.emoji)`,
  );
  expect(wrong).toEqual([]);
});

const say = async (text = 'Who fights?') =>
  (await sendLobbyMessage(author.socket, text)).message.id as number;
const shownTo = async ({ socket }: Chatter, id: number): Promise<ChatReaction[] | undefined> =>
  (await historyOf(socket)).find((message) => message.id === id)?.reactions;
/** Collect the reactions that a socket receives for a message, in the order of arrival. */
function received({ socket }: Chatter, id: number): ChatReaction[][] {
  const seen: ChatReaction[][] = [];
  socket.on('chat reactions', ({ messages }) =>
    seen.push(...messages.filter((message) => message.id === id).map(({ reactions }) => reactions)),
  );
  return seen;
}

describe('a reaction to a lobby message', () => {
  it('is counted for everyone, and marked only for the player who added it', async () => {
    const id = await say();
    const [own, theirs] = [received(one, id), received(other, id)];
    const { status, body } = await reactToLobbyMessage(one.player, id, '🔥');
    expect([status, body]).toEqual([200, { reactions: [{ emoji: '🔥', count: 1, reacted: true }] }]);
    await waitFor(() => expect(theirs.at(-1)).toEqual([{ emoji: '🔥', count: 1 }]));
    expect(own[0]).toEqual([{ emoji: '🔥', count: 1, reacted: true }]);
    await reactToLobbyMessage(other.player, id, '🔥');
    await reactToLobbyMessage(other.player, id, '👍');
    expect(await shownTo(one, id)).toEqual([
      { emoji: '👍', count: 1, reacted: false },
      { emoji: '🔥', count: 2, reacted: true },
    ]);
    await reactToLobbyMessage(one.player, id, '🔥', false);
    expect(await shownTo(one, id)).toEqual([
      { emoji: '👍', count: 1, reacted: false },
      { emoji: '🔥', count: 1, reacted: false },
    ]);
    await waitFor(() =>
      expect(theirs.at(-1)).toEqual([
        { emoji: '👍', count: 1 },
        { emoji: '🔥', count: 1 },
      ]),
    );
  });

  it('counts once, even if it is repeated or sent twice concurrently', async () => {
    const id = await say();
    const twice = await Promise.all([
      reactToLobbyMessage(one.player, id),
      reactToLobbyMessage(one.player, id),
    ]);
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect((await reactToLobbyMessage(one.player, id)).body.reactions).toEqual([
      { emoji: '👍', count: 1, reacted: true },
    ]);
    for (let times = 0; times < 2; times++)
      expect((await reactToLobbyMessage(one.player, id, '👍', false)).body.reactions).toEqual([]);
    await Promise.all([one, other].map(({ player }) => reactToLobbyMessage(player, id)));
    expect(await shownTo(author, id)).toEqual([{ emoji: '👍', count: 2, reacted: false }]);
  });

  it('reaches other players in at most one update per second', async () => {
    const id = await say();
    const theirs = received(other, id);
    for (const emoji of ['👍', '❤️', '😂', '😮'] as const) await reactToLobbyMessage(one.player, id, emoji);
    await waitFor(() => expect(theirs.at(-1)).toHaveLength(4));
    expect(theirs.length).toBeLessThan(4);
  });

  it('is sent to other players after the database has recovered', async () => {
    const id = await say();
    const theirs = received(other, id);
    let failures = 0;
    const fail = ({ text }: { text: string }) => {
      if (text.includes('r.message_id as "messageId"') && failures++ < 2)
        throw new Error('The database is down');
    };
    await hooking(app, { before: fail }, async () => {
      await reactToLobbyMessage(one.player, id);
      await waitFor(() => expect(theirs).toEqual([[{ emoji: '👍', count: 1 }]]));
    });
    expect(failures).toBe(3);
  });

  it('is not sent if its message was deleted in the meantime', async () => {
    const [id, moderator] = [await say(), await createStaff(app, 'moderator')];
    const events: unknown[][] = [];
    other.socket.on('chat reactions', ({ messages }) => events.push(messages));
    let broadcasts = 0;
    const count = ({ text }: { text: string }) => {
      if (text.includes('as "authorId"')) broadcasts++;
    };
    await reactToLobbyMessage(one.player, id, '🔥');
    await waitFor(() => expect(events).toHaveLength(1));
    await reactToLobbyMessage(one.player, id, '👍');
    await removeChatMessage(moderator, id);
    await hooking(app, { after: count }, () => waitFor(() => expect(broadcasts).toBe(1)));
    const next = nextEvent(other.socket, 'chat message');
    await say('Sent after the reactions');
    await next;
    expect(events).toHaveLength(1);
  });

  it('is hidden from a player who has blocked its author', async () => {
    const [blocker, blocked] = [await createChatter(app), await createChatter(app)];
    const id = await say();
    await reactToLobbyMessage(blocked.player, id);
    await reactToLobbyMessage(other.player, id);
    await reactToLobbyMessage(blocked.player, id, '😂');
    await block(blocker.player, blocked.player);
    const seen = received(blocker, id);
    expect(await shownTo(blocker, id)).toEqual([{ emoji: '👍', count: 1, reacted: false }]);
    await reactToLobbyMessage(blocked.player, id, '🔥');
    await reactToLobbyMessage(other.player, id, '🔥');
    await waitFor(() =>
      expect(seen.at(-1)).toEqual([
        { emoji: '👍', count: 1 },
        { emoji: '🔥', count: 1 },
      ]),
    );
    expect(seen.flat().every(({ emoji, count }) => emoji !== '😂' && count === 1)).toBe(true);
    const theirs = (await sendLobbyMessage(blocked.socket, 'Hidden')).message.id as number;
    expect((await reactToLobbyMessage(blocker.player, theirs)).status).toBe(404);
    await reactToLobbyMessage(other.player, theirs);
    const mine = await say('A later one');
    const later = received(blocker, mine);
    await reactToLobbyMessage(other.player, mine);
    await waitFor(() => expect(later).not.toEqual([]));
    expect(received(blocker, theirs)).toEqual([]);
  });

  it('is rejected for muted players and unsupported emoji', async () => {
    const id = await say();
    const moderator = await createStaff(app, 'moderator');
    const muted = await app.player();
    await moderator.call('POST /api/mod/mute/{userId}', {
      params: { userId: muted.id },
      body: { duration: '1d' },
    });
    expect((await reactToLobbyMessage(muted, id)).body.code).toBe('muted');
    expect((await reactToLobbyMessage(one.player, 9_999_999)).status).toBe(404);
    expect((await reactToLobbyMessage(one.player, id, '💀' as never)).status).toBe(400);
    await setRules(moderator, { slowModeSeconds: 0, settledOnly: true });
    const { status, body } = await reactToLobbyMessage(one.player, id);
    expect([status, body.message]).toEqual([403, CHAT_ERRORS.unsettled]);
    await setRules(moderator, { slowModeSeconds: 0, settledOnly: false });
    await removeChatMessage(moderator, id);
    expect((await reactToLobbyMessage(one.player, id)).status).toBe(404);
  });

  it('is rejected after 30 requests within 10 seconds', async () => {
    const limited = await createTestApp({ env: { RATE_LIMITS: 'on' } });
    const { player, socket } = await createChatter(limited);
    const { message } = await sendLobbyMessage(socket, 'Hello');
    const answers = await Promise.all(
      Array.from({ length: 33 }, () => reactToLobbyMessage(player, message.id ?? 0)),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
    await limited.close();
  });

  it('is sent to a reconnecting client that missed it', async () => {
    const [first, second] = [await say('First'), await say('Second')];
    await reactToLobbyMessage(one.player, first);
    await reactToLobbyMessage(one.player, first, '👍', false);
    await reactToLobbyMessage(other.player, second);
    // Collect all events, because late broadcasts of the reactions above can arrive, too. Broadcasts do not contain
    // `reacted`, so they do not count as the response.
    const received = new Map<number, ChatReaction[][]>();
    other.socket.on('chat reactions', ({ messages }) => {
      for (const { id, reactions } of messages) received.set(id, [...(received.get(id) ?? []), reactions]);
    });
    await historyOf(other.socket, second);
    await waitFor(() => {
      expect(received.get(first)).toContainEqual([]);
      expect(received.get(second)).toContainEqual([{ emoji: '👍', count: 1, reacted: true }]);
    });
  });

  it('is deleted with its message when the message expires', async () => {
    const id = await say();
    await reactToLobbyMessage(one.player, id);
    await query(
      app.site.db,
      sql`update chat_messages set deleted_at = now() - interval '1 year',
      created_at = now() - interval '1 year' where id = ${id}`,
    );
    await purgeMessages(app.site.db, retainedSince('lobby', app.clock.now()));
    for (const table of [sql`chat_reactions`, sql`chat_reaction_counts`])
      expect(await query(app.site.db, sql`select 1 from ${table} where message_id = ${id}`)).toEqual([]);
  });

  it('is part of the data export, and is erased with the account', async () => {
    const id = await say();
    const leaver = await app.player();
    await reactToLobbyMessage(leaver, id);
    await reactToLobbyMessage(one.player, id);
    const rows = exportSections(app.site.db, leaver.id)['lobby-reactions'];
    expect(await collectAll(rows as AsyncIterable<object>)).toMatchObject([{ messageId: id, emoji: '👍' }]);
    await deleteWithoutJob(app, leaver);
    while (!(await erasePlayer(app.site.db as never, app.site, leaver.id)));
    expect(await shownTo(one, id)).toEqual([{ emoji: '👍', count: 1, reacted: true }]);
  });
});

describe('a lobby reply', () => {
  const reply = (who: Chatter, text: string, replyToId: number, clientTempId = text) =>
    sendLobbyMessage(who.socket, text, clientTempId, { replyToId });

  it('shows everyone which message it replies to', async () => {
    const id = await say();
    const messages: ChatMessage[] = [];
    one.socket.on('chat message', (message) => messages.push(message));
    const { message } = await reply(other, 'I do', id);
    expect(message.replyToId).toBe(id);
    await waitFor(() => expect(messages.at(-1)).toEqual(message));
    expect((await historyOf(one.socket)).at(-1)?.replyToId).toBe(id);
    expect((await reply(other, 'I do', id)).message).toEqual(message);
  });

  it('is rejected if its author cannot see the original message', async () => {
    const [blocker, blocked] = [await createChatter(app), await createChatter(app)];
    const hidden = (await sendLobbyMessage(blocked.socket, 'Hidden')).message.id as number;
    await block(blocker.player, blocked.player);
    expect(await reply(blocker, 'To you', hidden)).toMatchObject({ ok: false, code: 'notFound' });
    expect(await reply(other, 'To nothing', 9_999_999)).toMatchObject({ ok: false, code: 'notFound' });
  });
});
