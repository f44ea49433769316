import type { ForumThread } from '@rivalhold/shared/contract/forum.ts';
import type { Browser } from 'playwright-core';
import { newVisitor, type Visitor } from '../browser.ts';
import { call, newPlayer, PASSWORD, type Player } from '../players.ts';
import { DEMO_PASSWORD } from '../site.ts';

const SIGN_INS = { player: 'demo_player', moderator: 'demo_mod', admin: 'demo_admin' } as const;
export type Who = 'guest' | 'newcomer' | 'champion' | 'longest' | keyof typeof SIGN_INS;

const LONG_WORD = 'W'.repeat(140);
const LONG_TEXT = `A long tale. ${'It went on and on through the night, until nobody could tell who had begun it. '.repeat(16)}`;

/** What a scene needs to know of the demo world, and a browser for everybody who looks at it. */
export class SnapshotWorld {
  readonly visitors: Record<Who, Visitor>;
  /** Ids by username. */
  readonly ids: ReadonlyMap<string, number>;
  readonly newcomer: Player;
  readonly champion: Player;
  readonly longest: Player;
  /** A fight that is over. */
  readonly fightId: number;
  /** The thread that has been answered most. */
  readonly threadId: number;
  readonly longThreadId: number;

  private constructor(made: Omit<SnapshotWorld, 'idOf' | 'heal'>) {
    this.visitors = made.visitors;
    this.ids = made.ids;
    this.newcomer = made.newcomer;
    this.champion = made.champion;
    this.longest = made.longest;
    this.fightId = made.fightId;
    this.threadId = made.threadId;
    this.longThreadId = made.longThreadId;
  }

  /** Makes somebody who lost a fight fit for another. */
  async heal({ id }: Player): Promise<void> {
    await done(this.visitors.admin, 'PUT', `/api/admin/users/${id}`, { health: 100, reason: null });
  }

  /** Id of somebody of the demo world. */
  idOf(username: string): number {
    const id = this.ids.get(username);
    if (id === undefined) throw new Error(`Nobody is called ${username}`);
    return id;
  }

  /** Signs everybody in, and adds to a demo world what it lacks: newcomers, a winner, and texts without end. */
  static async enter(url: string, browser: Browser): Promise<SnapshotWorld> {
    const open = () => newVisitor(browser, { url });
    const signedIn = async (credential: string) => {
      const visitor = await open();
      await done(visitor, 'POST', '/api/session', { credential, password: DEMO_PASSWORD });
      return visitor;
    };
    const visitors: Record<Who, Visitor> = {
      guest: await open(),
      newcomer: await open(),
      champion: await open(),
      longest: await open(),
      player: await signedIn(SIGN_INS.player),
      moderator: await signedIn(SIGN_INS.moderator),
      admin: await signedIn(SIGN_INS.admin),
    };
    const newcomer = await entered(visitors.newcomer, 'first_steps');
    const champion = await entered(visitors.champion, 'last_standing');
    const longest = await entered(visitors.longest, 'Wordswithoutanyendtothem');

    const ids = new Map<string, number>();
    for (const username of [...Object.values(SIGN_INS), 'moonmilk', 'kettlewick', 'little_howl']) {
      const { id } = await done<{ id: number }>(visitors.player, 'GET', `/api/profiles/username/${username}`);
      ids.set(username, id);
    }
    await done(visitors.admin, 'PUT', `/api/admin/users/${champion.id}`, {
      attack: 999,
      defense: 999,
      reason: null,
    });
    const fightId = await winOver(visitors.champion, champion, newcomer);
    const { threads } = await done<{ threads: ForumThread[] }>(
      visitors.player,
      'GET',
      '/api/forum-threads?limit=20',
    );
    const most = threads.toSorted((one, other) => other.postCount - one.postCount)[0];
    return new SnapshotWorld({
      visitors,
      ids,
      newcomer,
      champion,
      longest,
      fightId,
      threadId: most?.id ?? 0,
      longThreadId: await writeAtLength(visitors.longest, visitors.newcomer, newcomer),
    });
  }
}

/** A new player, or the one that an earlier visit to the same site has made. */
const entered = (visitor: Visitor, credential: string): Promise<Player> =>
  newPlayer(visitor, credential).catch(
    async () =>
      (await done<{ user: Player }>(visitor, 'POST', '/api/session', { credential, password: PASSWORD }))
        .user,
  );

/** A call that has to succeed. */
async function done<T>(visitor: Visitor, method: string, path: string, data?: unknown): Promise<T> {
  const { status, body } = await call<T>(visitor, method, path, data);
  if (status >= 400) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Fights until the other is down; answers the fight's id. */
async function winOver(visitor: Visitor, me: Player, other: Player): Promise<number> {
  type Fight = { id: number; status: string };
  let combat = await done<Fight>(visitor, 'GET', `/api/combat/${me.id}?opponentId=${other.id}`);
  for (let strikes = 0; combat.status === 'active' && strikes < 30; strikes++) {
    const strike = { defenderId: other.id };
    ({ combat } = await done<{ combat: Fight }>(visitor, 'POST', '/api/combat/attack', strike));
    await new Promise((resolve) => setTimeout(resolve, 600));
  }
  return combat.id;
}

/** Posts of the greatest length; answers their ids. */
export async function postAtLength(visitor: Visitor): Promise<number[]> {
  const ids: number[] = [];
  for (const body of [LONG_WORD.repeat(3), LONG_TEXT]) {
    const { post } = await done<{ post: { id: number } }>(visitor, 'POST', '/api/feed', { body });
    ids.push(post.id);
  }
  return ids;
}

/** Status, posts that are reported, a comment and a thread of the greatest length; answers the thread's id. */
async function writeAtLength(visitor: Visitor, reader: Visitor, other: Player): Promise<number> {
  await done(visitor, 'PATCH', '/api/users/me/status', { statusMessage: LONG_WORD });
  for (const id of await postAtLength(visitor)) {
    await done(reader, 'POST', '/api/reports', { kind: 'post', id, reason: LONG_TEXT.slice(0, 480) });
    // Staff see it all the same, and nobody's dashboard is full of it.
    await done(visitor, 'DELETE', `/api/feed/${id}`);
  }
  await done(visitor, 'POST', `/api/profiles/${other.id}/status/comments`, {
    body: LONG_TEXT.slice(0, 1_000),
  });
  const categories = await done<{ id: number }[]>(visitor, 'GET', '/api/forum-categories');
  const { thread } = await done<{ thread: ForumThread }>(visitor, 'POST', '/api/forum-threads', {
    title: LONG_WORD.slice(0, 120),
    body: `${LONG_TEXT}\n> ${LONG_WORD}\n${LONG_TEXT}`,
    categoryId: categories[0]?.id,
  });
  return thread.id;
}
