import { LIMITS } from '@rivalhold/shared/limits.ts';
import type { Relations } from './queries.ts';

type ConnectedPlayer = {
  /** Null until they are read, and again when they have changed. */
  relations: Relations | null;
  /** The ids of the last requests. */
  requestedIds: Set<number>;
  /** The list their sockets have; null when not all of them have the same. */
  sent: string | null;
  sentAt: number;
  /** Has to be looked at whoever came or went. */
  isStale: boolean;
};

type ListenerGroup = { userIds: number[]; list: number[] };
const { maxSubscriptions, intervalMs } = LIMITS.presence;

/** Those connected to this node: whom each of them may and would see online, and what they were told last. */
export class PresenceAudience {
  readonly #listeners = new Map<number, ConnectedPlayer>();
  readonly #relationsOf: (userIds: number[]) => Promise<Map<number, Relations>>;

  constructor(relationsOf: (userIds: number[]) => Promise<Map<number, Relations>>) {
    this.#relationsOf = relationsOf;
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

  /** Forgets a player's friends and blocks; answers whether they are here. */
  markStale(userId: number): boolean {
    const listener = this.#listeners.get(userId);
    if (listener) this.#listeners.set(userId, { ...listener, relations: null, isStale: true });
    return listener !== undefined;
  }

  /** Reads what is not known of those players, or of all. */
  async load(userIds: Iterable<number> = this.#listeners.keys()): Promise<void> {
    const missing = new Map<number, ConnectedPlayer>();
    for (const id of userIds) {
      const listener = this.#listeners.get(id);
      if (listener && !listener.relations) missing.set(id, listener);
    }
    if (missing.size === 0) return;
    const found = await this.#relationsOf([...missing.keys()]);
    // One that was forgotten meanwhile is another object by now, and is read again next time.
    for (const [id, listener] of missing) listener.relations = found.get(id) ?? null;
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
    // The answer told them more than the last event.
    listener.sent = null;
  }

  visible(userId: number, ids: Iterable<number>, online: ReadonlySet<number>): number[] {
    const relations = this.#listeners.get(userId)?.relations;
    if (!relations) return [];
    const seen: number[] = [];
    for (const id of new Set(ids)) if (online.has(id) && !relations.blocked.has(id)) seen.push(id);
    return seen;
  }

  /** Whom the event names to a player. */
  listFor(userId: number, online: ReadonlySet<number>, isWhole: boolean): number[] {
    if (isWhole) return this.visible(userId, online, online);
    const listener = this.#listeners.get(userId);
    return this.visible(
      userId,
      [...(listener?.relations?.friends ?? []), ...(listener?.requestedIds ?? [])],
      online,
    );
  }

  /** Notes what was told to one socket, or at `at` to the first and only one; answers the list as a key. */
  markSent(userId: number, list: readonly number[], at: number | undefined): string {
    const key = list.join();
    const listener = this.#listeners.get(userId);
    if (listener && at !== undefined) Object.assign(listener, { sent: key, sentAt: at });
    else if (listener && listener.sent !== key) listener.sent = null;
    return key;
  }

  /**
   * Who has to be told what now, those with the same list together; and in how many ms to come back for those who
   * were told something less than two seconds ago.
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
    const everybody = [...online];
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
      const same = isWhole && relations.blocked.size === 0;
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

/** Goes over the smaller of the two, so that a rush costs no more than the lists of those who are told of it. */
function haveCommonId(ids: ReadonlySet<number>, others: ReadonlySet<number>): boolean {
  const [few, many] = ids.size < others.size ? [ids, others] : [others, ids];
  for (const id of few) if (many.has(id)) return true;
  return false;
}
