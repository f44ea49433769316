import { LIMITS } from '@rivalhold/shared/limits.ts';
import { column } from '../../platform/db/columns.ts';
import { queryValues, sql } from '../../platform/db/db.ts';
import type { Site } from '../../platform/site.ts';
import { seesSql } from '../safety/service.ts';
import { PresenceAudience } from './audience.ts';
import { onlineByNode } from './nodes.ts';
import type { PresenceData } from './queries.ts';

export { readPresenceData } from './queries.ts';

/** Return the unique ids of the players connected to any node. The data about other nodes can be seconds old. */
export const connectedUserIds = (site: Site): Set<number> =>
  new Set([...site.realtime.localUserIds(), ...(onlineByNode(site)?.others().flat() ?? [])]);

/** Return the ids of the connected players whose settings let a viewer see them online. Blocks are not checked. */
export const onlineUserIdsFor = (site: Site, viewerId: number): Promise<number[]> =>
  queryValues(
    site.db,
    column.integer,
    sql`select id from unnest(${[...connectedUserIds(site)]}::bigint[]) player (id)
        where ${seesSql('online', viewerId, sql`player.id`)}`,
  );

/** Report whether a player is connected to any node. The data about other nodes can be seconds old. */
export const isConnected = (site: Site, userId: number): boolean =>
  site.realtime.isConnectedHere(userId) ||
  (onlineByNode(site)
    ?.others()
    .some((userIds) => userIds.includes(userId)) ??
    false);

export type PresenceDeps = {
  /** Return the unique ids of the players connected to any node. */
  connected: () => Set<number>;
  /** Return the relations of listeners, and the settings that determine who sees that the given players are online. */
  read: (listenerIds: number[], onlineIds: number[]) => Promise<PresenceData>;
  /** Send a list of online players to the sockets of players connected to this node. */
  send: (userIds: number[], online: number[]) => void;
  /** Send a list of online players to single sockets of this node. */
  sendToSockets: (socketIds: string[], online: number[]) => void;
  /** Return the time of a monotonic clock in ms. */
  now: () => number;
  onError: (error: unknown) => void;
};

/** Time in ms for which new connections are collected, so that they share one database query. */
const WELCOME_BATCH_MS = 20;
const { intervalMs, fullListMax } = LIMITS.presence;

/**
 * Tracks who is online, and sends players lists of online players. A player gets at most one list in two seconds, and
 * only if it has changed. A new connection gets a list immediately. If up to 500 players are online, everyone gets the
 * full list. Otherwise, a player's list contains only friends and requested players. A list never contains players that
 * a block or their settings hide from the receiver.
 */
export class Presence {
  readonly #deps: PresenceDeps;
  readonly #audience: PresenceAudience;
  readonly #online = new Set<number>();
  /**
   * For players who are still in `#online` although they have disconnected: the times of the disconnects, by user id.
   */
  readonly #disconnectedAt = new Map<number, number>();
  /**
   * Players who came online or went offline since the last update, and online players whose friends, blocks or settings
   * changed.
   */
  #changed = new Set<number>();
  #newcomers: { userId: number; socketId: string; first: boolean }[] = [];
  #wasWhole = true;
  #welcoming: NodeJS.Timeout | undefined;
  #scheduled: { timer: NodeJS.Timeout; at: number } | undefined;
  #work: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(deps: PresenceDeps) {
    this.#deps = deps;
    this.#audience = new PresenceAudience(deps.read);
  }

  get #isWhole(): boolean {
    return this.#online.size <= fullListMax;
  }

  /** Handle a new socket of a player on this node. */
  connected(userId: number, socketId: string, first: boolean): void {
    if (this.#closed) return;
    this.#audience.add(userId);
    this.#markOnline(userId);
    this.#newcomers.push({ userId, socketId, first });
    this.#welcoming ??= setTimeout(() => {
      this.#welcoming = undefined;
      this.#enqueue(() => this.#sendInitialLists());
    }, WELCOME_BATCH_MS);
  }

  /** Handle the closing of a player's last socket on this node. */
  disconnected(userId: number): void {
    if (this.#closed) return;
    this.#audience.remove(userId);
    this.#disconnectedAt.set(userId, this.#deps.now());
    this.#scheduleUpdate(intervalMs);
  }

  /** Handle a possible change in the set of players who are connected to other nodes. */
  remoteChanged(): void {
    if (!this.#closed) this.#refresh();
  }

  /** Handle a change in the friendships, blocks or settings of these players. */
  relationsChanged(userIds: readonly number[]): void {
    if (this.#closed) return;
    const online = userIds.filter((id) => this.#online.has(id));
    for (const id of online) {
      this.#audience.forgetSetting(id);
      this.#changed.add(id);
    }
    const here = userIds.filter((id) => this.#audience.markStale(id));
    if (here.length > 0 || online.length > 0) this.#scheduleUpdate(intervalMs);
  }

  /** Handle changes that this node may have missed: read the relations and settings of all online players again. */
  eventsLost(): void {
    this.relationsChanged([...this.#online]);
  }

  /**
   * Return the online players visible to `userId`. Without `userIds`, return the list that the next event to this
   * player would contain. With `userIds`, return only the online players among these ids, and remember the ids. While
   * more than 500 players are online, the events to this player list only friends and the last 200 remembered players.
   */
  async subscribe(userId: number, userIds: readonly number[] | undefined): Promise<number[]> {
    await this.#audience.load(this.#online, [userId]);
    if (userIds === undefined) return this.#audience.listFor(userId, this.#online, this.#isWhole);
    this.#audience.subscribe(userId, userIds);
    return this.#audience.visible(userId, userIds, this.#online);
  }

  /** Stop all timers, and wait for work that is in progress. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#welcoming);
    clearTimeout(this.#scheduled?.timer);
    await this.#work;
  }

  #markOnline(userId: number): void {
    this.#disconnectedAt.delete(userId);
    if (this.#online.has(userId)) return;
    this.#online.add(userId);
    this.#changed.add(userId);
    this.#scheduleUpdate(intervalMs);
  }

  /**
   * Update `#online` from the players who are connected. A disconnected player stays online for a grace period, which
   * allows for page reloads.
   */
  #refresh(): void {
    const now = this.#deps.now();
    const connected = this.#deps.connected();
    for (const id of connected) this.#markOnline(id);
    for (const id of this.#online) {
      if (connected.has(id)) continue;
      const since = this.#disconnectedAt.get(id);
      if (since === undefined) {
        this.#disconnectedAt.set(id, now);
        this.#scheduleUpdate(intervalMs);
      } else if (now - since >= intervalMs) {
        this.#disconnectedAt.delete(id);
        this.#online.delete(id);
        this.#audience.forgetSetting(id);
        this.#changed.add(id);
      } else this.#scheduleUpdate(since + intervalMs - now);
    }
  }

  /** Schedule an update that runs after at most `ms`. */
  #scheduleUpdate(ms: number): void {
    if (this.#closed) return;
    const at = this.#deps.now() + ms;
    if (this.#scheduled && this.#scheduled.at <= at) return;
    clearTimeout(this.#scheduled?.timer);
    const timer = setTimeout(() => {
      this.#scheduled = undefined;
      this.#enqueue(() => this.#update());
    }, Math.ceil(ms));
    this.#scheduled = { timer, at };
  }

  #enqueue(work: () => Promise<void>): void {
    this.#work = this.#work.then(async () => {
      try {
        if (!this.#closed) await work();
      } catch (error) {
        this.#deps.onError(error);
        this.#scheduleUpdate(intervalMs);
      }
    });
  }

  async #sendInitialLists(): Promise<void> {
    const newcomers = this.#newcomers;
    this.#newcomers = [];
    await this.#audience.load(
      this.#online,
      newcomers.map(({ userId }) => userId),
    );
    const groups = new Map<string, { socketIds: string[]; list: number[] }>();
    for (const { userId, socketId, first } of newcomers) {
      const list = this.#audience.listFor(userId, this.#online, this.#isWhole);
      const key = this.#audience.markSent(userId, list, first ? this.#deps.now() : undefined);
      const group = groups.get(key) ?? { socketIds: [], list };
      groups.set(key, group);
      group.socketIds.push(socketId);
    }
    for (const { socketIds, list } of groups.values()) this.#deps.sendToSockets(socketIds, list);
  }

  async #update(): Promise<void> {
    this.#refresh();
    await this.#audience.load(this.#online);
    const changed = this.#changed;
    this.#changed = new Set();
    const isWhole = this.#isWhole;
    const all = isWhole || isWhole !== this.#wasWhole;
    this.#wasWhole = isWhole;
    const now = this.#deps.now();
    const { groups, waitMs } = this.#audience.update({ online: this.#online, changed, isWhole, all, now });
    for (const { userIds, list } of groups) this.#deps.send(userIds, list);
    if (waitMs !== null) this.#scheduleUpdate(waitMs);
  }
}
