import { useSyncExternalStore } from 'react';
import { createListeners } from './listeners.ts';

/** Whether one has liked a thing, and how many have. */
export type LikeState = { on: boolean; count: number };
type Entry = { shown: LikeState; confirmed: LikeState; desired: boolean; busy: boolean; touchedAt: number };

/**
 * The likes of one kind of thing: shown at once, sent one after the other, so that however fast somebody presses,
 * the last press decides. Where a call fails, what the server last said is shown again.
 */
export class Likes<T extends { id: number }> {
  /** What an answer says of a thing. */
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
      /** Toggles once, to `on`; answers what is true then. */
      send: (id: number, on: boolean) => Promise<LikeState>;
      /** Told what `send` threw. */
      onError: (thrown: unknown) => void;
    },
  ) {
    this.stateOf = stateOf;
    this.#send = send;
    this.#onError = onError;
  }

  readonly subscribe = this.#listeners.subscribe;

  /** What is to be shown; undefined for a thing nobody has pressed or learned. */
  readonly shown = (id: number): LikeState | undefined => this.#entries.get(id)?.shown;

  /** What the server said of a thing in an answer asked for at `since` (ms); older than a press, it is no news. */
  reconcile(id: number, serverState: LikeState, since: number): void {
    const entry = this.#entries.get(id);
    if (!entry || entry.busy || entry.touchedAt >= since) return;
    entry.confirmed = serverState;
    entry.desired = serverState.on;
    this.#show(entry);
  }

  /** Takes in what an answer asked for at `since` (ms) says of likes. */
  reconcileAll(items: readonly T[], since: number): void {
    for (const item of items) this.reconcile(item.id, this.stateOf(item), since);
  }

  /** Presses a thing that is shown as `seen`. */
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

/** Whether one likes a thing and how many do, as it is to be shown now; and how to press. */
export function useLike<T extends { id: number }>(
  likes: Likes<T>,
  item: T,
): LikeState & { toggle: () => void } {
  const shown = useSyncExternalStore(likes.subscribe, () => likes.shown(item.id)) ?? likes.stateOf(item);
  return { ...shown, toggle: () => likes.toggle(item.id, shown) };
}
