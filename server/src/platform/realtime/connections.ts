import { LIMITS } from '@rivalhold/shared/limits.ts';

/** Who wants to know who is connected to this node. */
export type Follower = {
  opened: (userId: number, socketId: string, isFirst: boolean) => void;
  /** The last socket of a player is closed. */
  closed: (userId: number) => void;
  /** Friendships or blocks of these players have changed, on whichever node. */
  relationsChanged: (userIds: readonly number[]) => void;
};

/** How many sockets each player has open on this node. */
export class Connections {
  readonly #open = new Map<number, number>();
  readonly #followers: Follower[] = [];

  follow(follower: Follower): void {
    this.#followers.push(follower);
  }

  /** Ids of those who have a socket open. */
  players(): Iterable<number> {
    return this.#open.keys();
  }

  isAnyOpen(): boolean {
    return this.#open.size > 0;
  }

  isOpen(userId: number): boolean {
    return this.#open.has(userId);
  }

  /** The newest is refused, not the oldest closed: a browser opens again what was closed, and the two would take turns. */
  isFull(userId: number): boolean {
    return (this.#open.get(userId) ?? 0) >= LIMITS.socket.perPlayer;
  }

  opened(userId: number, socketId: string): void {
    const before = this.#open.get(userId) ?? 0;
    this.#open.set(userId, before + 1);
    for (const follower of this.#followers) follower.opened(userId, socketId, before === 0);
  }

  closed(userId: number): void {
    const left = (this.#open.get(userId) ?? 1) - 1;
    if (left > 0) return void this.#open.set(userId, left);
    this.#open.delete(userId);
    for (const follower of this.#followers) follower.closed(userId);
  }

  relationsChanged(userIds: readonly number[]): void {
    for (const follower of this.#followers) follower.relationsChanged(userIds);
  }
}
