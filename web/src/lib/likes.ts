import { useSyncExternalStore } from 'react';
import { listeners } from './listeners.ts';

/** Whether one has liked a thing, and how many have. */
export type Toggled = { on: boolean; count: number };
type Entry = { shown: Toggled; known: Toggled; wanted: boolean; busy: boolean; touchedAt: number };

/**
 * The likes of one kind of thing: shown at once, sent one after the other, so that however fast somebody presses,
 * the last press decides. Where a call fails, what the server last said is shown again.
 */
export class Likes<T extends { id: number }> {
  /** What an answer says of a thing. */
  readonly stateOf: (thing: T) => Toggled;
  readonly #entries = new Map<number, Entry>();
  readonly #listeners = listeners();
  readonly #send: (id: number, on: boolean) => Promise<Toggled>;
  readonly #failed: (thrown: unknown) => void;

  constructor(
    stateOf: (thing: T) => Toggled,
    {
      send,
      failed,
    }: {
      /** Toggles once, to `on`; answers what is true then. */
      send: (id: number, on: boolean) => Promise<Toggled>;
      /** Told what `send` threw. */
      failed: (thrown: unknown) => void;
    },
  ) {
    this.stateOf = stateOf;
    this.#send = send;
    this.#failed = failed;
  }

  readonly subscribe = this.#listeners.subscribe;

  /** What is to be shown; undefined for a thing nobody has pressed or learned. */
  readonly shown = (id: number): Toggled | undefined => this.#entries.get(id)?.shown;

  /** What the server said of a thing in an answer asked for at `since` (ms); older than a press, it is no news. */
  learn(id: number, truth: Toggled, since: number): void {
    const entry = this.#entries.get(id);
    if (!entry || entry.busy || entry.touchedAt >= since) return;
    entry.known = truth;
    entry.wanted = truth.on;
    this.#show(entry);
  }

  /** Takes in what an answer asked for at `since` (ms) says of likes. */
  learnFrom(things: readonly T[], since: number): void {
    for (const thing of things) this.learn(thing.id, this.stateOf(thing), since);
  }

  /** Presses a thing that is shown as `seen`. */
  press(id: number, seen: Toggled): void {
    let entry = this.#entries.get(id);
    if (!entry) {
      entry = { shown: seen, known: seen, wanted: seen.on, busy: false, touchedAt: 0 };
      this.#entries.set(id, entry);
    }
    entry.wanted = !entry.wanted;
    entry.touchedAt = Date.now();
    this.#show(entry);
    if (!entry.busy) void this.#settle(id, entry);
  }

  async #settle(id: number, entry: Entry): Promise<void> {
    entry.busy = true;
    try {
      while (entry.wanted !== entry.known.on) {
        entry.known = await this.#send(id, entry.wanted);
        this.#show(entry);
      }
    } catch (thrown) {
      entry.wanted = entry.known.on;
      this.#failed(thrown);
    } finally {
      entry.busy = false;
      entry.touchedAt = Date.now();
      this.#show(entry);
    }
  }

  #show(entry: Entry): void {
    const { wanted, known } = entry;
    entry.shown = { on: wanted, count: Math.max(0, known.count + Number(wanted) - Number(known.on)) };
    this.#listeners.tell();
  }
}

/** Whether one likes a thing and how many do, as it is to be shown now; and how to press. */
export function useLike<T extends { id: number }>(
  likes: Likes<T>,
  thing: T,
): Toggled & { press: () => void } {
  const shown = useSyncExternalStore(likes.subscribe, () => likes.shown(thing.id)) ?? likes.stateOf(thing);
  return { ...shown, press: () => likes.press(thing.id, shown) };
}
