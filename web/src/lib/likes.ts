import { useSyncExternalStore } from 'react';
import { createListeners } from './listeners.ts';

/** The viewer's own like (`on`) and the number of all likes of an item. */
export type LikeState = { on: boolean; count: number };
type Entry = { shown: LikeState; confirmed: LikeState; desired: boolean; busy: boolean; touchedAt: number };

/**
 * Likes of one kind of item. A click is shown immediately. The requests for an item are sent one at a time, so the
 * last click wins. After a failed request, the item shows the last state from the server again.
 */
export class Likes<T extends { id: number }> {
  /** Returns the like state of an item in a response. */
  readonly stateOf: (item: T) => LikeState;
  readonly #entries = new Map<number, Entry>();
  readonly #listeners = createListeners();
  readonly #send: (id: number, on: boolean) => Promise<LikeState>;
  readonly #onError: (thrown: unknown) => void;

  constructor(
    stateOf: (item: T) => LikeState,
    {
      send,
      onError,
    }: {
      /** Set the like to `on`; return the new state. */
      send: (id: number, on: boolean) => Promise<LikeState>;
      /** Called with the error thrown by `send`. */
      onError: (thrown: unknown) => void;
    },
  ) {
    this.stateOf = stateOf;
    this.#send = send;
    this.#onError = onError;
  }

  readonly subscribe = this.#listeners.subscribe;

  /** Return the state to show; undefined for an item whose like button was not pressed. */
  readonly shown = (id: number): LikeState | undefined => this.#entries.get(id)?.shown;

  /**
   * Apply the state in a response that was requested at `since` (ms). Ignore it while the like is being saved, and if
   * the like was pressed or saved after `since`.
   */
  reconcile(id: number, serverState: LikeState, since: number): void {
    const entry = this.#entries.get(id);
    if (!entry || entry.busy || entry.touchedAt >= since) return;
    entry.confirmed = serverState;
    entry.desired = serverState.on;
    this.#show(entry);
  }

  /** Apply the like states in a response that was requested at `since` (ms). */
  reconcileAll(items: readonly T[], since: number): void {
    for (const item of items) this.reconcile(item.id, this.stateOf(item), since);
  }

  /** Toggle the like of an item whose shown state is `seen`. */
  toggle(id: number, seen: LikeState): void {
    let entry = this.#entries.get(id);
    if (!entry) {
      entry = { shown: seen, confirmed: seen, desired: seen.on, busy: false, touchedAt: 0 };
      this.#entries.set(id, entry);
    }
    entry.desired = !entry.desired;
    entry.touchedAt = Date.now();
    this.#show(entry);
    if (!entry.busy) void this.#sync(id, entry);
  }

  async #sync(id: number, entry: Entry): Promise<void> {
    entry.busy = true;
    try {
      while (entry.desired !== entry.confirmed.on) {
        entry.confirmed = await this.#send(id, entry.desired);
        this.#show(entry);
      }
    } catch (thrown) {
      entry.desired = entry.confirmed.on;
      this.#onError(thrown);
    } finally {
      entry.busy = false;
      entry.touchedAt = Date.now();
      this.#show(entry);
    }
  }

  #show(entry: Entry): void {
    const { desired, confirmed } = entry;
    entry.shown = {
      on: desired,
      count: Math.max(0, confirmed.count + Number(desired) - Number(confirmed.on)),
    };
    this.#listeners.notify();
  }
}

/** Return the like state to show for an item, and a function that toggles it. */
export function useLike<T extends { id: number }>(
  likes: Likes<T>,
  item: T,
): LikeState & { toggle: () => void } {
  const shown = useSyncExternalStore(likes.subscribe, () => likes.shown(item.id)) ?? likes.stateOf(item);
  return { ...shown, toggle: () => likes.toggle(item.id, shown) };
}
