import type { Access, Contract } from '@rivalhold/shared/contract/schema.ts';
import type { CallOptions, TestApp, TestPlayer } from './app.ts';

/**
 * Cases for the routes and events of a feature. Tests that cover all features use these cases. A feature with
 * routes or events exports its cases as `cases` in its `testing.ts`. A missing case for a route or event is a compile
 * error. If `cases` is missing, a test fails.
 */
export type CasesOf<C extends Contract = Record<never, never>> = {
  [Part in keyof C & keyof Cases]: Record<keyof C[Part], Part extends 'routes' ? RouteCase : EventCase>;
} & {
  /**
   * Cases for the feature's files. Each route under `/media/` needs at least one case, with a name such as
   * `/media/clips/{id}` or `/media/clips/{id}, expired`.
   */
  files?: Record<string, FileCase>;
  /**
   * Fills the owner's rows with a value in every column that is declared as erased or exported, and stores a
   * file of each declared kind. A feature needs this function if `createFullHistory` in
   * `features/deletion/testing.ts` does not fill all columns and files of the feature.
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
   * The lowest role that is allowed to call the route. The default is admin for /api/admin, moderator for /api/mod, and
   * player for all other routes.
   */
  access?: Access;
  /** True if the route rejects muted players. */
  requiresUnmuted?: true;
  /** True if the route logs its caller out. */
  endsSession?: true;
  /**
   * The call that the player `me` makes, about the player `other` or their content if possible. Required if the route
   * has path parameters, a body or required query fields.
   */
  call?: (scene: Scene) => CallOptions;
  /** The status that a player gets for `call` on a GET route. The default is 200. */
  readStatus?: number;
  /**
   * The expected status of `call` if either player has blocked the other. If the test of the block needs a different
   * call, this is that call with its expected status. If a block makes no difference, or another test covers it, this
   * is a text with the reason. Required if the path has parameters, or if the query or body contains an id; optional
   * for staff routes.
   */
  acrossBlock?: number | { status: number; call: (scene: Scene) => CallOptions } | string;
  /**
   * The expected response to callers other than the owner, or the reason why the content has no owner. Required if the
   * path has parameters; optional for staff routes.
   */
  owner?: Owned<CallOptions> | string;
};

export type EventCase = {
  /** True if the server rejects this event from muted players. */
  requiresUnmuted?: true;
  /** The payload of an event that `me` sends about `other`. */
  payload: (scene: Scene) => unknown;
  /** The expected error code if either player has blocked the other. Null if the event is accepted. */
  acrossBlock: string | null;
  /** The expected response to callers other than the owner. Null if the content has no owner. */
  owner: Owned<unknown> | null;
};

export type FileCase = {
  /** The callers who can fetch the file. All other callers get 404. */
  seenBy: readonly (Caller | 'owner')[];
  path: (owners: Owners) => Promise<string>;
};

export const CALLERS = ['guest', 'player', 'muted', 'moderator', 'admin'] as const;
export type Caller = (typeof CALLERS)[number];
/** Callers who can fetch a file that all signed-in players can see. */
export const SIGNED_IN = ['player', 'muted', 'moderator', 'admin', 'owner'] as const;

type Owned<Sent> = {
  /**
   * The status for callers other than the owner. The status is 404 if these callers must not learn that the
   * content exists.
   */
  others: 403 | 404;
  /** The lowest staff role that is allowed in addition to the owner. */
  staff?: 'moderator' | 'admin';
  /** Creates content of the owner, and returns the call or the payload that refers to this content. */
  make: (owners: Owners) => Promise<Sent>;
};
export type Owners = { app: TestApp; owner: TestPlayer; otherPlayer: TestPlayer };

/** Reasons why a route's content does not belong to a single player. */
export const PUBLIC = 'all players see it';
export const MUTUAL = 'it names a player, and is about the caller and them';

/** The players `me` and `other`, and content of both players and of a third player. */
export type Scene = {
  me: TestPlayer;
  other: TestPlayer;
  third: TestPlayer;
  mine: ContentIds;
  theirs: ContentIds;
  /** Ids of the third player's content: a post, and a thread in which `me` and `other` have replied. */
  thirdContent: { post: number; thread: number };
  /** Id of a friend request between `me` and `other`. */
  request: number;
  /** Ids of a Lobby message, a report and a notification. */
  lobbyMessage: number;
  report: number;
  notification: number;
};
/** Ids of a player's content, one of each kind. */
export type ContentIds = {
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

/** Return a call whose path parameter is the id of content that belongs to the other player. */
export const ofTheirs =
  (kind: keyof ContentIds, more: CallOptions = {}) =>
  ({ theirs }: Scene): CallOptions => ({ params: { id: theirs[kind] }, ...more });
