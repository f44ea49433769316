import { CONTACT_AUDIENCES } from '@rivalhold/shared/audiences.ts';
import type { ErrorBody } from '@rivalhold/shared/contract/errors.ts';
import type { ContactAudience, Refusal, Refusals } from '@rivalhold/shared/contract/safety.ts';
import { REFUSAL_TEXTS } from '@rivalhold/shared/texts/refusals.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { sql, transaction } from '../../platform/db/db.ts';
import { emitRaw, type TestPlayer, type TestSocket, useTestApp } from '../../testing/app.ts';
import { query, queryValue } from '../../testing/queries.ts';
import { block, comment } from '../blocks/testing.ts';
import { fairOpponentOf } from '../combat/service.ts';
import { openFightOf, setCharacter } from '../combat/testing.ts';
import { lockPlayersStatement } from '../dms/queries.ts';
import { history, react, sendDirectMessage } from '../dms/testing.ts';
import { mute } from '../player-mutes/testing.ts';
import { setSafety } from './testing.ts';

const app = useTestApp();

const RELATIONS = [
  'stranger',
  'new stranger',
  'friend',
  'new friend',
  'muted player',
  'moderator',
  'blocked player',
] as const;
type Relation = (typeof RELATIONS)[number];
const CONTACTS = ['messages', 'challenges', 'comments'] as const satisfies readonly (keyof Refusals)[];

/**
 * Return the expected reason why a player with this setting refuses contact, or null if the contact is allowed.
 */
function expectedRefusal(
  contact: keyof Refusals,
  setting: ContactAudience,
  relation: Relation,
): Refusal | null {
  if (setting === 'everybody' || (contact === 'messages' && relation === 'moderator')) return null;
  if (setting === 'nobody') return 'nobody';
  const isFriend = relation === 'friend' || relation === 'new friend';
  if (isFriend || (setting === 'settled' && relation !== 'new stranger')) return null;
  return setting;
}

const befriend = async (one: TestPlayer, other: TestPlayer) => {
  await query(
    app.site.db,
    sql`insert into friendships (user_id, friend_id, created_at)
        values (${one.id}, ${other.id}, now()), (${other.id}, ${one.id}, now())`,
  );
};

let owner: TestPlayer;
let ownerSocket: TestSocket;
const actors = new Map<Relation, { player: TestPlayer; socket: TestSocket }>();
const actorOf = (relation: Relation) => actors.get(relation)!;

beforeAll(async () => {
  owner = await app.player();
  for (const relation of RELATIONS) {
    const player = await app.player();
    const isNew = relation.startsWith('new');
    await query(
      app.site.db,
      sql`update users set created_at = ${new Date(app.clock.now().getTime() - (isNew ? 0 : 90_000_000))},
            role = ${relation === 'moderator' ? 'moderator' : 'player'}
          where id = ${player.id}`,
    );
    if (relation.endsWith('friend')) await befriend(player, owner);
    if (relation === 'muted player') await mute(owner, player);
    actors.set(relation, { player, socket: await player.socket() });
  }
  ownerSocket = await owner.socket();
  await block(owner, actorOf('blocked player').player);
});

/** End all fights, so that the next challenge starts a new one. */
const endFights = async () => {
  await query(app.site.db, sql`delete from fights`);
  await query(
    app.site.db,
    sql`update characters set open_started_fights = 0, energy = 100, health = max_health`,
  );
};

const errorOf = (body: object) => {
  const { code, message } = body as ErrorBody;
  return { code, message };
};

/** Try an action, and return the error code and text, or null if it is accepted. */
const attempt: Record<keyof Refusals, (from: TestPlayer, socket: TestSocket) => Promise<unknown>> = {
  messages: async (from, socket) => {
    const ack = await sendDirectMessage(socket, from, owner, 'Good evening');
    return ack.ok ? null : { code: ack.code, message: ack.message };
  },
  challenges: async (from) => {
    await endFights();
    const { status, body } = await openFightOf(from, owner);
    return status === 200 ? null : errorOf(body);
  },
  comments: async (from) => {
    const { status, body } = await from.call('POST /api/profiles/{id}/status/comments', {
      params: { id: owner.id },
      body: { body: 'Well met' },
    });
    return status === 201 ? null : errorOf(body);
  },
};

describe.each(CONTACTS)('the setting for who can send %s', (contact) => {
  it.each(CONTACT_AUDIENCES.flatMap((setting) => RELATIONS.map((relation) => [setting, relation] as const)))(
    'with the value %s is enforced for a %s',
    async (setting, relation) => {
      const settings = { messages: 'everybody', challenges: 'everybody', comments: 'everybody' } as const;
      expect((await setSafety(owner, { ...settings, [contact]: setting })).status).toBe(200);
      const { player, socket } = actorOf(relation);
      const answer = await attempt[contact](player, socket);
      if (relation === 'blocked player') return expect(answer).toMatchObject({ code: 'forbidden' });
      const refusal = expectedRefusal(contact, setting, relation);
      expect(answer).toEqual(
        refusal && {
          code: 'notAccepted',
          message: (REFUSAL_TEXTS[contact] as Record<Refusal, string>)[refusal],
        },
      );
      const { body } = await player.call('GET /api/profiles/{id}', { params: { id: owner.id } });
      expect(body.refusals).toEqual({ messages: null, challenges: null, comments: null, [contact]: refusal });
    },
  );
});

describe('safety settings', () => {
  it('allow everything by default', async () => {
    const player = await app.player();
    const defaults = {
      messages: 'everybody',
      challenges: 'everybody',
      comments: 'everybody',
      search: 'everybody',
      online: 'everybody',
      hideMedia: false,
    };
    expect((await player.call('GET /api/safety')).body).toEqual(defaults);
    await Promise.all([setSafety(player, { messages: 'friends' }), setSafety(player, { hideMedia: true })]);
    expect((await player.call('GET /api/safety')).body).toEqual({
      ...defaults,
      messages: 'friends',
      hideMedia: true,
    });
    expect((await player.call('PATCH /api/safety', { body: { messages: 'rivals' } })).status).toBe(400);
    expect((await player.call('PATCH /api/safety', { body: { userId: owner.id } })).status).toBe(400);
  });

  it('never reject a player’s comment on their own profile', async () => {
    await setSafety(owner, { comments: 'nobody' });
    expect((await comment(owner, owner)).userId).toBe(owner.id);
  });

  it('reject messages to players who are not allowed to reply', async () => {
    await setSafety(owner, { messages: 'friends' });
    const { player } = actorOf('stranger');
    const refused = await sendDirectMessage(ownerSocket, owner, player, 'Can you hear me?');
    expect(refused).toMatchObject({ ok: false, code: 'notAccepted', message: REFUSAL_TEXTS.messages.own });
    expect((await history(owner, player)).refusal).toBe('own');
    expect((await sendDirectMessage(ownerSocket, owner, actorOf('friend').player, 'Hello')).ok).toBe(true);
    expect((await sendDirectMessage(ownerSocket, owner, actorOf('moderator').player, 'Help')).ok).toBe(true);
  });

  it('prevent messages, typing and reactions even in an earlier conversation', async () => {
    await setSafety(owner, { messages: 'everybody' });
    const { player, socket } = actorOf('stranger');
    const { message } = await sendDirectMessage(ownerSocket, owner, player, 'Before');
    await setSafety(owner, { messages: 'nobody' });
    const { items, canWrite, refusal } = await history(player, owner);
    expect(items.at(-1)?.text).toBe('Before');
    expect({ canWrite, refusal }).toEqual({ canWrite: false, refusal: 'nobody' });
    expect((await react(player, message.id)).body).toMatchObject({ code: 'notAccepted' });
    expect(await emitRaw(socket, 'typing', { fromUserId: player.id, toUserId: owner.id })).toMatchObject({
      ok: false,
    });
    // A retry of a message that was already sent is still acknowledged.
    const again = { clientTempId: 'sent-before' };
    await setSafety(owner, { messages: 'everybody' });
    await sendDirectMessage(socket, player, owner, 'Sent', again);
    await setSafety(owner, { messages: 'nobody' });
    expect((await sendDirectMessage(socket, player, owner, 'Sent', again)).ok).toBe(true);
  });

  it('do not end an open fight', async () => {
    await setSafety(owner, { challenges: 'everybody' });
    await endFights();
    const { player } = actorOf('stranger');
    const { body: fight } = await openFightOf(player, owner);
    await setSafety(owner, { challenges: 'nobody' });
    expect((await openFightOf(player, owner)).body).toMatchObject({ id: fight.id, resumed: true });
    await endFights();
    const { body: compared } = await player.call('GET /api/combat/matchups', {
      query: { opponentId: owner.id },
    });
    expect(compared.matchups[0]?.refusal).toBe('nobody');
  });

  it('keep a player who accepts no challenges out of the suggested opponents', async () => {
    const [player, other] = [await app.player(), await app.player()];
    for (const one of [player, other]) await setCharacter(app, one, { level: 77 });
    const suggested = () =>
      fairOpponentOf(app.site.db, app.site, { userId: player.id, now: app.clock.now() });
    expect((await suggested())?.id).toBe(other.id);
    await setSafety(other, { challenges: 'nobody' });
    expect((await suggested())?.id).not.toBe(other.id);
  });

  if (process.env.TEST_DATABASE_URL)
    it('a change of settings waits for messages and comments that are being stored', async () => {
      let confirmed = false;
      let change: Promise<void> | undefined;
      await transaction(app.site.db, async (tx) => {
        await lockPlayersStatement(tx, owner.id, actorOf('stranger').player.id);
        change = setSafety(owner, { messages: 'nobody' }).then(() => {
          confirmed = true;
        });
        const waiting = sql`select count(*)::integer from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`;
        await expect.poll(() => queryValue<number>(tx, waiting)).toBe(1);
        expect(confirmed).toBe(false);
      });
      await change;
      expect(confirmed).toBe(true);
    });
});
