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
/** Names of viewers. The browser of `traveller` stores the app shell, so this viewer can use the site offline. */
export type VisitorName = 'guest' | 'traveller' | keyof typeof NEWCOMER | keyof typeof SIGN_INS;

/** Data of the demo world that scenes need, and a browser for each viewer. */
export class ScreenshotFixtures {
  readonly visitors: Record<VisitorName, Visitor>;
  /** User ids by username. */
  readonly ids: ReadonlyMap<string, number>;
  readonly newcomer: Player;
  readonly champion: Player;
  readonly longest: Player;
  readonly deputy: Player;
  /** Id of a finished fight. */
  readonly fightId: number;
  /** Id of the thread with the most posts among the first 20 threads. */
  readonly threadId: number;
  /** Id of a thread with very long texts. */
  readonly longThreadId: number;

  /** Open another browser. */
  readonly newVisitor: () => Promise<Visitor>;

  private constructor(made: Omit<ScreenshotFixtures, 'idOf' | 'heal' | 'asAdmin'>) {
    this.newVisitor = made.newVisitor;
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

  /** Restore a player's health, so that they can fight again after a loss. */
  async heal({ id }: Player): Promise<void> {
    await this.asAdmin('PUT', `/api/admin/users/${id}`, { health: 100, reason: null });
  }

  /** Send a request as the admin. */
  async asAdmin(method: string, path: string, data?: unknown): Promise<void> {
    await requestOk(this.visitors.admin, method, path, data);
  }

  /** Return the id of a demo player. */
  idOf(username: string): number {
    const id = this.ids.get(username);
    if (id === undefined) throw new Error(`No demo player is called ${username}`);
    return id;
  }

  /**
   * Open a browser for each viewer, log in the viewers that are players, and add content to the demo world: new
   * players, a finished fight and very long texts.
   */
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
    // Turn off challenges. Otherwise, a fight against one of these players would wait for an answer whenever that
    // player has a page open.
    for (const name of ['newcomer', 'champion', 'player'] as const)
      await requestOk(visitors[name], 'PUT', '/api/combat/settings', {
        liveChallenges: 'nobody',
        doubleTime: false,
        watchers: 'everybody',
      });
    const fightId = await defeat(visitors.champion, champion, newcomer);
    const { threads } = await requestOk<{ threads: ForumThread[] }>(
      visitors.player,
      'GET',
      '/api/forum-threads?limit=20',
    );
    const most = threads.toSorted((a, b) => b.postCount - a.postCount)[0];
    const longThread = await createLongContent(visitors.longest, longest, visitors.newcomer, [
      champion,
      visitors.champion,
    ]);
    // Create a new post that viewers can like, report and delete.
    const { post } = await requestOk<{ post: { id: number } }>(visitors.champion, 'POST', '/api/feed', {
      body: 'Is anybody up for another round?',
    });
    for (const fan of [visitors.longest, visitors.newcomer])
      await requestOk(fan, 'POST', `/api/feed/${post.id}/like`);
    return new ScreenshotFixtures({
      newVisitor: open,
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

/** Sign up a new player, or log in the player that an earlier run on the same site created. */
const entered = (visitor: Visitor, credential: string): Promise<Player> =>
  signUpPlayer(visitor, credential).catch(
    async () =>
      (await requestOk<{ user: Player }>(visitor, 'POST', '/api/session', { credential, password: PASSWORD }))
        .user,
  );

/** Fight until the opponent is defeated, and return the fight's id. */
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
