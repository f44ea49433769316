import { LIMITS } from '@rivalhold/shared/limits.ts';
import type { Site } from '../../platform/site.ts';
import { PresenceAudience } from './audience.ts';
import { onlineByNode } from './nodes.ts';
import type { Relations } from './queries.ts';

export { relationsOf } from './queries.ts';

/** Return the unique ids of players connected to any node. Other nodes' lists are seconds old. */
export const connectedUserIds = (site: Site): Set<number> =>
  new Set([...site.realtime.localUserIds(), ...(onlineByNode(site)?.others().flat() ?? [])]);

export type PresenceDeps = {
  /** Ids of those connected to any node, without doubles. */
  connected: () => Set<number>;
  relationsOf: (userIds: number[]) => Promise<Map<number, Relations>>;
  /** Sends a list to the sockets of players connected to this node. */
  send: (userIds: number[], online: number[]) => void;
  /** Sends a list to single sockets of this node. */
  sendToSockets: (socketIds: string[], online: number[]) => void;
  /** Milliseconds that only go forward. */
  now: () => number;
  onError: (error: unknown) => void;
};

/** Who connects within this time is welcomed together, so that a rush asks the database once and not for each. */
const WELCOME_BATCH_MS = 20;
const { intervalMs, fullListMax } = LIMITS.presence;

/**
 * Tracks who is online and notifies players. A player gets at most one update in two seconds, and only of changes; a
 * new connection gets the list immediately. Up to 500 online players everyone gets the full list, above that only
 * friends and requested ids; never players in a block relation.
 */
export class Presence {
  readonly #deps: PresenceDeps;
  readonly #audience: PresenceAudience;
  readonly #online = new Set<number>();
  /** Players who have gone, and when, until they are told to be. */
  readonly #disconnectedAt = new Map<number, number>();
  /** Who came or went since the last update. */
  #changed = new Set<number>();
  #newcomers: { userId: number; socketId: string; first: boolean }[] = [];
  #wasWhole = true;
  #welcoming: NodeJS.Timeout | undefined;
  #scheduled: { timer: NodeJS.Timeout; at: number } | undefined;
  #work: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(deps: PresenceDeps) {
    this.#deps = deps;
    this.#audience = new PresenceAudience(deps.relationsOf);
  }

  get #isWhole(): boolean {
    return this.#online.size <= fullListMax;
  }

  /** A socket of a player was opened here. */
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

  /** The last socket a player had here was closed. */
  disconnected(userId: number): void {
    if (this.#closed) return;
    this.#audience.remove(userId);
    this.#disconnectedAt.set(userId, this.#deps.now());
    this.#scheduleUpdate(intervalMs);
  }

  /** Somebody may have come or gone on another node. */
  remoteChanged(): void {
    if (!this.#closed) this.#refresh();
  }

  /** Friendships or blocks of these players are no longer what they were. */
  relationsChanged(userIds: readonly number[]): void {
    if (this.#closed) return;
    const here = userIds.filter((id) => this.#audience.markStale(id));
    if (here.length > 0) this.#scheduleUpdate(intervalMs);
  }

  /**
   * Who of `userIds` is online, as far as that player may see it; without them, whom the event would name. Beyond 500
   * online those asked for, the last 200 of them, are named by the event from now on.
   */
  async subscribe(userId: number, userIds: readonly number[] | undefined): Promise<number[]> {
    await this.#audience.load([userId]);
    if (userIds === undefined) return this.#audience.listFor(userId, this.#online, this.#isWhole);
    this.#audience.subscribe(userId, userIds);
    return this.#audience.visible(userId, userIds, this.#online);
  }

  /** Stops all timers; waits for what is under way. */
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

  /** Holds who is online against who is connected: who has gone stays for the time in which they may come back. */
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
        this.#changed.add(id);
      } else this.#scheduleUpdate(since + intervalMs - now);
    }
  }

  /** Updates in `ms` at the latest. */
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
    await this.#audience.load(newcomers.map(({ userId }) => userId));
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
    await this.#audience.load();
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
