import type { VisibilityAudience } from '@rivalhold/shared/contract/safety.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import type { PresenceData, Relations } from './queries.ts';

type ConnectedPlayer = {
  /** The player's friends and blocks. Null until they are loaded. A change sets this to null again. */
  relations: Relations | null;
  /** The ids of the last 200 players whose status this player requested. */
  requestedIds: Set<number>;
  /**
   * The list of online players that was last sent to all sockets of this player. Null if no list was sent, or if the
   * sockets might have different lists.
   */
  sent: string | null;
  sentAt: number;
  /** True if the next update must compute the list again, even if no relevant player came online or went offline. */
  isStale: boolean;
};

type ListenerGroup = { userIds: number[]; list: number[] };
const { maxSubscriptions, intervalMs } = LIMITS.presence;

/**
 * Tracks the players connected to this node: which other players each of them can see, and which list was
 * last sent to each of them.
 */
export class PresenceAudience {
  readonly #listeners = new Map<number, ConnectedPlayer>();
  /**
   * For each online player, by id, the setting that determines who can see that the player is online. `audience` is
   * null until the setting is loaded. Until then, nobody else can see that the player is online.
   */
  readonly #seenBy = new Map<number, { audience: VisibilityAudience | null }>();
  readonly #read: (listenerIds: number[], onlineIds: number[]) => Promise<PresenceData>;

  constructor(read: (listenerIds: number[], onlineIds: number[]) => Promise<PresenceData>) {
    this.#read = read;
  }

  add(userId: number): void {
    if (this.#listeners.has(userId)) return;
    this.#listeners.set(userId, {
      relations: null,
      requestedIds: new Set(),
      sent: null,
      sentAt: Number.NEGATIVE_INFINITY,
      isStale: false,
    });
  }

  remove(userId: number): void {
    this.#listeners.delete(userId);
  }

  /** Record that a player's friends or blocks have changed. Return whether the player is connected to this node. */
  markStale(userId: number): boolean {
    const listener = this.#listeners.get(userId);
    if (listener) this.#listeners.set(userId, { ...listener, relations: null, isStale: true });
    return listener !== undefined;
  }

  /** Forget the setting of a player who went offline or may have changed it. It is read again when it is needed. */
  forgetSetting(userId: number): void {
    this.#seenBy.delete(userId);
  }

  /**
   * Load what is not loaded yet: the friends and blocks of the given players (by default, of all connected players),
   * and the settings of all online players.
   */
  async load(online: ReadonlySet<number>, userIds: Iterable<number> = this.#listeners.keys()): Promise<void> {
    const missing = new Map<number, ConnectedPlayer>();
    for (const id of userIds) {
      const listener = this.#listeners.get(id);
      if (listener && !listener.relations) missing.set(id, listener);
    }
    const unknown = new Map<number, { audience: VisibilityAudience | null }>();
    for (const id of online) {
      const setting = this.#seenBy.get(id) ?? { audience: null };
      this.#seenBy.set(id, setting);
      if (setting.audience === null) unknown.set(id, setting);
    }
    if (missing.size === 0 && unknown.size === 0) return;
    const { relations, seenBy } = await this.#read([...missing.keys()], [...unknown.keys()]);
    // If a player's relations or setting changed during the query, the object that is filled here is no longer in
    // its map. The next call then loads the data again.
    for (const [id, listener] of missing) listener.relations = relations.get(id) ?? null;
    for (const [id, setting] of unknown) setting.audience = seenBy.get(id) ?? 'everybody';
  }

  subscribe(userId: number, ids: readonly number[]): void {
    const listener = this.#listeners.get(userId);
    if (!listener) return;
    for (const id of ids) {
      listener.requestedIds.delete(id);
      listener.requestedIds.add(id);
    }
    for (const id of listener.requestedIds) {
      if (listener.requestedIds.size <= maxSubscriptions) break;
      listener.requestedIds.delete(id);
    }
    // Only the socket that subscribes gets a new list, so the player's sockets might no longer have the same list.
    listener.sent = null;
  }

  visible(userId: number, ids: Iterable<number>, online: ReadonlySet<number>): number[] {
    const relations = this.#listeners.get(userId)?.relations;
    if (!relations) return [];
    const seen: number[] = [];
    for (const id of new Set(ids))
      if (online.has(id) && !relations.blocked.has(id) && this.#allows(id, userId, relations)) seen.push(id);
    return seen;
  }

  /** Report whether an online player's setting lets a viewer see that the player is online. */
  #allows(id: number, viewerId: number, { friends }: Relations): boolean {
    const audience = this.#seenBy.get(id)?.audience;
    return id === viewerId || audience === 'everybody' || (audience === 'friends' && friends.has(id));
  }

  /** Return the ids of the online players to send to a player in the next presence event. */
  listFor(userId: number, online: ReadonlySet<number>, isWhole: boolean): number[] {
    if (isWhole) return this.visible(userId, online, online);
    const listener = this.#listeners.get(userId);
    return this.visible(
      userId,
      [...(listener?.relations?.friends ?? []), ...(listener?.requestedIds ?? [])],
      online,
    );
  }

  /**
   * Record that a list was sent to a player, and return the list as a string. If all sockets of the player received the
   * list, `at` is the time at which it was sent. If only a new socket received it, `at` is undefined.
   */
  markSent(userId: number, list: readonly number[], at: number | undefined): string {
    const key = list.join();
    const listener = this.#listeners.get(userId);
    if (listener && at !== undefined) Object.assign(listener, { sent: key, sentAt: at });
    else if (listener && listener.sent !== key) listener.sent = null;
    return key;
  }

  /**
   * Return the lists to send now, each with the players who receive it. Leave out players who received a list
   * less than two seconds ago. Also return the time until the first of these players can receive a list.
   */
  update({
    online,
    changed,
    isWhole,
    all,
    now,
  }: {
    online: ReadonlySet<number>;
    changed: ReadonlySet<number>;
    isWhole: boolean;
    all: boolean;
    now: number;
  }): { groups: ListenerGroup[]; waitMs: number | null } {
    const groups = new Map<string, ListenerGroup>();
    const { true: everybody = [], false: limited = [] } = Object.groupBy(
      online,
      (id) => String(this.#seenBy.get(id)?.audience === 'everybody') as 'true' | 'false',
    );
    const everybodyKey = everybody.join();
    let waitMs: number | null = null;
    for (const [userId, listener] of this.#listeners) {
      const { relations, requestedIds } = listener;
      if (!relations) continue;
      if (
        !all &&
        !listener.isStale &&
        !haveCommonId(relations.friends, changed) &&
        !haveCommonId(requestedIds, changed)
      )
        continue;
      const wait = listener.sentAt + intervalMs - now;
      if (wait > 0) {
        listener.isStale = true;
        waitMs = Math.min(waitMs ?? wait, wait);
        continue;
      }
      listener.isStale = false;
      const same =
        isWhole && relations.blocked.size === 0 && !limited.some((id) => this.#allows(id, userId, relations));
      const list = same ? everybody : this.listFor(userId, online, isWhole);
      const key = same ? everybodyKey : list.join();
      if (key === listener.sent) continue;
      Object.assign(listener, { sent: key, sentAt: now });
      const group = groups.get(key);
      if (group) group.userIds.push(userId);
      else groups.set(key, { userIds: [userId], list });
    }
    return { groups: [...groups.values()], waitMs };
  }
}

/** Return true if two sets have a common id. Only the ids of the smaller set are looked up, because this is faster. */
function haveCommonId(ids: ReadonlySet<number>, others: ReadonlySet<number>): boolean {
  const [few, many] = ids.size < others.size ? [ids, others] : [others, ids];
  for (const id of few) if (many.has(id)) return true;
  return false;
}
