import type { Access, Contract } from '@rivalhold/shared/contract/schema.ts';
import type { CallOptions, TestApp, TestPlayer } from './app.ts';

/**
 * Information about a feature's routes and events for the tests that cover all features. Each feature exports it as
 * `cases` in its `testing.ts`. A route or event without a case does not compile, and a feature without cases fails
 * the tests.
 */
export type CasesOf<C extends Contract = Record<never, never>> = {
  [Part in keyof C & keyof Cases]: Record<keyof C[Part], Part extends 'routes' ? RouteCase : EventCase>;
} & {
  /**
   * Cases for the feature's files: at least one for each route under `/media/`, with a name such as
   * `/media/clips/{id}` or `/media/clips/{id}, expired`.
   */
  files?: Record<string, FileCase>;
  /**
   * Stores a value in the owner's rows for every column that is declared as erased or exported, and a file of each
   * declared kind. Required if `createFullHistory` in `features/deletion/testing.ts` does not fill all columns and
   * files of the feature.
   */
  fill?: (owners: Owners) => Promise<void>;
};
/** The cases of several features. */
export type Cases = {
  routes: Record<string, RouteCase>;
  clientEvents: Record<string, EventCase>;
};

export type RouteCase = {
  /**
   * The lowest role that is allowed to call the route. Default: admin for /api/admin, moderator for /api/mod,
   * otherwise player.
   */
  access?: Access;
  /** Muted players are rejected. */
  requiresUnmuted?: true;
  /** The route logs its caller out. */
  endsSession?: true;
  /**
   * The call with which `me` uses the route on content of `other`. Required if the route has parameters or a body.
   */
  call?: (scene: Scene) => CallOptions;
  /** The status that a player gets for `call` on a GET route; by default 200. */
  readStatus?: number;
  /**
   * The expected status of the call if `me` or `other` has blocked the other, or the reason why a block makes no
   * difference. A different call can be given, too. Required, except for staff routes, if the path has parameters, or
   * the query or body contains an id.
   */
  acrossBlock?: number | { status: number; call: (scene: Scene) => CallOptions } | string;
  /**
   * The response to callers other than the owner, or the reason why the content has no owner. Required, except for
   * staff routes, if the path has parameters.
   */
  owner?: Owned<CallOptions> | string;
};

export type EventCase = {
  /** Muted players are rejected. */
  requiresUnmuted?: true;
  /** The payload of an event that `me` sends about `other`. */
  payload: (scene: Scene) => unknown;
  /** The expected error code if `me` or `other` has blocked the other; null if the event is accepted. */
  acrossBlock: string | null;
  /** The response to callers other than the owner; null if the content has no owner. */
  owner: Owned<unknown> | null;
};

export type FileCase = {
  /** The callers who can fetch the file. All others get 404. */
  seenBy: readonly (Caller | 'owner')[];
  path: (owners: Owners) => Promise<string>;
};

export const CALLERS = ['guest', 'player', 'muted', 'moderator', 'admin'] as const;
export type Caller = (typeof CALLERS)[number];
/** Callers who can fetch a file that all signed-in players can see. */
export const SIGNED_IN = ['player', 'muted', 'moderator', 'admin', 'owner'] as const;

type Owned<Sent> = {
  /** The status for other callers: 404 if they must not learn that the content exists. */
  others: 403 | 404;
  /** The lowest staff role that is also allowed. */
  staff?: 'moderator' | 'admin';
  /** Creates content of the owner, and returns the call or payload that refers to it. */
  make: (owners: Owners) => Promise<Sent>;
};
export type Owners = { app: TestApp; owner: TestPlayer; otherPlayer: TestPlayer };

/** Reasons why a route's content does not belong to a single player. */
export const PUBLIC = 'all players see it';
export const MUTUAL = 'it names a player, and is about the caller and them';

/** Two players, and content of both and of a third player. */
export type Scene = {
  me: TestPlayer;
  other: TestPlayer;
  third: TestPlayer;
  mine: Things;
  theirs: Things;
  /** Ids of the third player's content: a post, and a thread in which `me` and `other` have replied. */
  thirds: { post: number; thread: number };
  /** Id of a friend request between `me` and `other`. */
  request: number;
  /** Ids of a Lobby message, a report and a notification. */
  line: number;
  report: number;
  notification: number;
};
/** Ids of a player's content, one of each kind. */
export type Things = {
  photo: number;
  clip: number;
  post: number;
  /** A comment on the player's own post. */
  postComment: number;
  /** A comment on the profile of the third player. */
  profileComment: number;
  thread: number;
  /** A reply in the thread of the third player. */
  reply: number;
  /** A finished fight against the third player. */
  fight: number;
  /** A direct message to the other player. */
  message: number;
};

/** Return a call whose path parameter is the other player's id. */
export const toOther =
  (more: CallOptions = {}) =>
  ({ other: { id } }: Scene): CallOptions => ({ params: { id, userId: id }, ...more });

/** Return a call whose path parameter is the id of content of the other player. */
export const ofTheirs =
  (thing: keyof Things, more: CallOptions = {}) =>
  ({ theirs }: Scene): CallOptions => ({ params: { id: theirs[thing] }, ...more });
