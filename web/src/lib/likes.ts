import { useSyncExternalStore } from 'react';
import { type Toggled, Toggles } from './toggles.ts';

/** The likes of one kind of thing; `stateOf` is what an answer says of one. */
export class Likes<T extends { id: number }> extends Toggles {
  readonly stateOf: (thing: T) => Toggled;

  constructor(stateOf: (thing: T) => Toggled, calls: ConstructorParameters<typeof Toggles>[0]) {
    super(calls);
    this.stateOf = stateOf;
  }

  /** Takes in what an answer asked for at `since` (ms) says of likes. */
  learnFrom(things: readonly T[], since: number): void {
    for (const thing of things) this.learn(thing.id, this.stateOf(thing), since);
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
