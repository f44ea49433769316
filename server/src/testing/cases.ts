import type { Access, Contract } from '@rivalhold/shared/contract/schema.ts';
import type { CallOptions, TestApp, TestPlayer } from './app.ts';

/**
 * How the tests of all routes and events handle those of one feature. Each feature exports its own as `cases`
 * in its `testing.ts`; a route or event without a case does not compile, and a feature without cases fails the
 * tests.
 */
export type CasesOf<C extends Contract = Record<never, never>> = {
  [Part in keyof C & keyof Cases]: Record<keyof C[Part], Part extends 'routes' ? RouteCase : EventCase>;
} & {
  /**
   * The cases of its files: at least one for each route under `/media/`, named `/media/clips/{id}` or
   * `/media/clips/{id}, expired`.
   */
  files?: Record<string, FileCase>;
  /**
   * Stores a value of the owner in every column that is declared as erased or exported, and a file of each
   * declared kind. Needed for anything that `createFullHistory` of `features/deletion/testing.ts` does not
   * store.
   */
  fill?: (owners: Owners) => Promise<void>;
};
/** The cases of several features, or of all. */
export type Cases = {
  routes: Record<string, RouteCase>;
  clientEvents: Record<string, EventCase>;
};

export type RouteCase = {
  /** The lowest role that may call it; by default admins for /api/admin, moderators for /api/mod, else players. */
  access?: Access;
  /** Muted players are rejected. */
  requiresUnmuted?: true;
  /** Logs its caller out. */
  endsSession?: true;
  /** The call that `me` makes about things of `other`. Needed for a route with parameters or a body. */
  call?: (scene: Scene) => CallOptions;
  /** The status for a player who makes that call, if not 200, 403 for roles or (of a write) anything below 500. */
  readStatus?: number;
  /**
   * The status if one of the two has blocked the other, with a different call if necessary, or the reason why a
   * block does not matter. Needed for a player's route with parameters in its path, or an id in its body or
   * query.
   */
  acrossBlock?: number | { status: number; call: (scene: Scene) => CallOptions } | string;
  /**
   * The callers besides the owner who may call it, or the reason why its subject has no owner. Needed for a
   * player's route with parameters in its path.
   */
  owner?: Owned<CallOptions> | string;
};

export type EventCase = {
  /** Muted players are rejected. */
  requiresUnmuted?: true;
  /** The payload that `me` sends about `other`. */
  payload: (scene: Scene) => unknown;
  /** The error code if one of the two has blocked the other; null if it is accepted. */
  acrossBlock: string | null;
  /** The callers besides the owner who may send it; null if its subject has no owner. */
  owner: Owned<unknown> | null;
};

export type FileCase = {
  /** The callers who can fetch the file; others get 404. */
  seenBy: readonly (Caller | 'owner')[];
  path: (owners: Owners) => Promise<string>;
};

export const CALLERS = ['guest', 'player', 'muted', 'moderator', 'admin'] as const;
export type Caller = (typeof CALLERS)[number];
/** The callers who can fetch a public file. */
export const SIGNED_IN = ['player', 'muted', 'moderator', 'admin', 'owner'] as const;

type Owned<Sent> = {
  /** The status for other callers: 404 if they must not learn that it exists. */
  others: 403 | 404;
  /** Staff from this role on may call it as well. */
  staff?: 'moderator' | 'admin';
  /** Creates something of the owner, and returns what is sent about it. */
  make: (owners: Owners) => Promise<Sent>;
};
export type Owners = { app: TestApp; owner: TestPlayer; otherPlayer: TestPlayer };

/** Reasons why a route's subject has no owner. */
export const PUBLIC = 'all players see it';
export const MUTUAL = 'it names a player, and is about the caller and them';

/** Two players, and content of theirs and of a third. */
export type Scene = {
  me: TestPlayer;
  other: TestPlayer;
  third: TestPlayer;
  mine: Things;
  theirs: Things;
  /** Content of the third player: a post, and a thread that the two have replied in. */
  thirds: { post: number; thread: number };
  /** A friend request between the two. */
  request: number;
  /** A Lobby message of one of them, a report, and a notification. */
  line: number;
  report: number;
  notification: number;
};
/** The id of one item of each kind. */
export type Things = {
  photo: number;
  clip: number;
  post: number;
  /** On the player's own post. */
  postComment: number;
  /** On the profile of the third player. */
  profileComment: number;
  thread: number;
  /** In the thread of the third player. */
  reply: number;
  /** Against the third player; finished. */
  fight: number;
  /** To the other. */
  message: number;
};

/** Return a call that names the other player. */
export const toOther =
  (more: CallOptions = {}) =>
  ({ other: { id } }: Scene): CallOptions => ({ params: { id, userId: id }, ...more });

/** Return a call that names a thing of the other player. */
export const ofTheirs =
  (thing: keyof Things, more: CallOptions = {}) =>
  ({ theirs }: Scene): CallOptions => ({ params: { id: theirs[thing] }, ...more });
