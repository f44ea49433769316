import { LIMITS } from '@rivalhold/shared/limits.ts';

/** Optional callbacks for connections to this node. */
export type ConnectionListener = {
  onOpened?: (userId: number, socketId: string, isFirst: boolean) => void;
  /** The last socket of a player was closed. */
  onClosed?: (userId: number) => void;
  /** Friendships or blocks of these players have changed on any node. */
  onRelationsChanged?: (userIds: readonly number[]) => void;
};

/** Counts the open sockets of each player on this node. */
export class SocketCounter {
  readonly #socketsByUser = new Map<number, number>();
  readonly #listeners: ConnectionListener[] = [];

  /** Add a listener. */
  subscribe(listener: ConnectionListener): void {
    this.#listeners.push(listener);
  }

  /** Return the ids of players with an open socket. */
  connectedUserIds(): Iterable<number> {
    return this.#socketsByUser.keys();
  }

  /** Report whether any socket is open. */
  hasSockets(): boolean {
    return this.#socketsByUser.size > 0;
  }

  /** Report whether a player has an open socket. */
  isConnected(userId: number): boolean {
    return this.#socketsByUser.has(userId);
  }

  /**
   * Report whether a player has the maximum number of sockets. The newest is rejected: a browser would reopen a
   * closed older one, and the two would alternate.
   */
  isFull(userId: number): boolean {
    return (this.#socketsByUser.get(userId) ?? 0) >= LIMITS.socket.perPlayer;
  }

  /** Count an opened socket and notify the listeners. */
  socketOpened(userId: number, socketId: string): void {
    const before = this.#socketsByUser.get(userId) ?? 0;
    this.#socketsByUser.set(userId, before + 1);
    for (const listener of this.#listeners) listener.onOpened?.(userId, socketId, before === 0);
  }

  /** Count a closed socket, and notify the listeners if it was the player's last one. */
  socketClosed(userId: number): void {
    const left = (this.#socketsByUser.get(userId) ?? 1) - 1;
    if (left > 0) return void this.#socketsByUser.set(userId, left);
    this.#socketsByUser.delete(userId);
    for (const listener of this.#listeners) listener.onClosed?.(userId);
  }

  /** Notify the listeners of changed friendships or blocks. */
  relationsChanged(userIds: readonly number[]): void {
    for (const listener of this.#listeners) listener.onRelationsChanged?.(userIds);
  }
}
