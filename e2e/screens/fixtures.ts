import type { Browser } from '@playwright/test';
import type { ForumThread } from '@rivalhold/shared/contract/forum.ts';
import { createVisitor, type Visitor } from '../browser.ts';
import { PASSWORD, type Player, requestOk, signUpPlayer } from '../players.ts';
import { DEMO_PASSWORD } from '../site.ts';
import { createLongContent } from './long-text.ts';

const SIGN_INS = { player: 'demo_player', moderator: 'demo_mod', admin: 'demo_admin' } as const;
const NEWCOMER = {
  newcomer: 'first_steps',
  champion: 'last_standing',
  longest: 'Wordswithoutanyendtothem',
  deputy: 'held_office',
} as const;
/** The traveller's browser keeps the shell of the site, and may lose the way to it. */
export type VisitorName = 'guest' | 'traveller' | keyof typeof NEWCOMER | keyof typeof SIGN_INS;

/** What a scene needs to know of the demo world, and a browser for everybody who looks at it. */
export class ScreenshotFixtures {
  readonly visitors: Record<VisitorName, Visitor>;
  /** Ids by username. */
  readonly ids: ReadonlyMap<string, number>;
  readonly newcomer: Player;
  readonly champion: Player;
  readonly longest: Player;
  readonly deputy: Player;
  /** A fight that is over. */
  readonly fightId: number;
  /** The thread that has been answered most. */
  readonly threadId: number;
  readonly longThreadId: number;

  private constructor(made: Omit<ScreenshotFixtures, 'idOf' | 'heal' | 'asAdmin'>) {
    this.visitors = made.visitors;
    this.ids = made.ids;
    this.newcomer = made.newcomer;
    this.champion = made.champion;
    this.longest = made.longest;
    this.deputy = made.deputy;
    this.fightId = made.fightId;
    this.threadId = made.threadId;
    this.longThreadId = made.longThreadId;
  }

  /** Makes somebody who lost a fight fit for another. */
  async heal({ id }: Player): Promise<void> {
    await this.asAdmin('PUT', `/api/admin/users/${id}`, { health: 100, reason: null });
  }

  /** A deed of the admin, without their page. */
  async asAdmin(method: string, path: string, data?: unknown): Promise<void> {
    await requestOk(this.visitors.admin, method, path, data);
  }

  /** Id of somebody of the demo world. */
  idOf(username: string): number {
    const id = this.ids.get(username);
    if (id === undefined) throw new Error(`Nobody is called ${username}`);
    return id;
  }

  /** Signs everybody in, and adds to a demo world what it lacks: newcomers, a winner, and texts without end. */
  static async enter(url: string, browser: Browser): Promise<ScreenshotFixtures> {
    const open = (options = {}) => createVisitor(browser, { url, ...options });
    const signedIn = async (credential: string) => {
      const visitor = await open();
      await requestOk(visitor, 'POST', '/api/session', { credential, password: DEMO_PASSWORD });
      return visitor;
    };
    const visitors: Record<VisitorName, Visitor> = {
      guest: await open(),
      traveller: await open({ installs: true }),
      newcomer: await open(),
      champion: await open(),
      longest: await open(),
      deputy: await open(),
      player: await signedIn(SIGN_INS.player),
      moderator: await signedIn(SIGN_INS.moderator),
      admin: await signedIn(SIGN_INS.admin),
    };
    const newcomer = await entered(visitors.newcomer, NEWCOMER.newcomer);
    const champion = await entered(visitors.champion, NEWCOMER.champion);
    const longest = await entered(visitors.longest, NEWCOMER.longest);
    const deputy = await entered(visitors.deputy, NEWCOMER.deputy);

    const ids = new Map<string, number>();
    for (const username of [...Object.values(SIGN_INS), 'moonmilk', 'kettlewick', 'little_howl']) {
      const { id } = await requestOk<{ id: number }>(
        visitors.player,
        'GET',
        `/api/profiles/username/${username}`,
      );
      ids.set(username, id);
    }
    await requestOk(visitors.admin, 'PUT', `/api/admin/users/${champion.id}`, {
      attack: 999,
      defense: 999,
      reason: null,
    });
    const fightId = await defeat(visitors.champion, champion, newcomer);
    const { threads } = await requestOk<{ threads: ForumThread[] }>(
      visitors.player,
      'GET',
      '/api/forum-threads?limit=20',
    );
    const most = threads.toSorted((one, other) => other.postCount - one.postCount)[0];
    const longThread = await createLongContent(visitors.longest, longest, visitors.newcomer, [
      champion,
      visitors.champion,
    ]);
    // Above all that these have done stands something to like, to report and to delete.
    const { post } = await requestOk<{ post: { id: number } }>(visitors.champion, 'POST', '/api/feed', {
      body: 'Is anybody up for another round?',
    });
    for (const fan of [visitors.longest, visitors.newcomer])
      await requestOk(fan, 'POST', `/api/feed/${post.id}/like`);
    return new ScreenshotFixtures({
      visitors,
      ids,
      newcomer,
      champion,
      longest,
      deputy,
      fightId,
      threadId: most?.id ?? 0,
      longThreadId: longThread.id,
    });
  }
}

/** A new player, or the one that an earlier visit to the same site has made. */
const entered = (visitor: Visitor, credential: string): Promise<Player> =>
  signUpPlayer(visitor, credential).catch(
    async () =>
      (await requestOk<{ user: Player }>(visitor, 'POST', '/api/session', { credential, password: PASSWORD }))
        .user,
  );

/** Fights until the other is down; answers the fight's id. */
async function defeat(visitor: Visitor, me: Player, other: Player): Promise<number> {
  type Fight = { id: number; status: string };
  let combat = await requestOk<Fight>(visitor, 'GET', `/api/combat/${me.id}?opponentId=${other.id}`);
  for (let strikes = 0; combat.status === 'active' && strikes < 30; strikes++) {
    const strike = { defenderId: other.id };
    ({ combat } = await requestOk<{ combat: Fight }>(visitor, 'POST', '/api/combat/attack', strike));
    await new Promise((resolve) => setTimeout(resolve, 600));
  }
  return combat.id;
}
