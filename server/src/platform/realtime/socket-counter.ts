import { SOCKET_LIMITS } from '@rivalhold/shared/socket-limits.ts';

/** Optional callbacks for sockets on this node. */
export type ConnectionListener = {
  onOpened?: (userId: number, socketId: string, isFirst: boolean) => void;
  /** Called when the last socket of a player on this node closes. */
  onClosed?: (userId: number) => void;
  /** Called when the given players' friendships, blocks, mutes or online visibility have changed on any node. */
  onRelationsChanged?: (userIds: readonly number[]) => void;
  /** Called when this node may have missed changes on other nodes. */
  onEventsLost?: () => void;
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
   * Report whether a player has the maximum number of sockets. A new socket is then rejected. If an older socket were
   * closed instead, its page would reconnect, which would close another socket, and so on forever.
   */
  isFull(userId: number): boolean {
    return (this.#socketsByUser.get(userId) ?? 0) >= SOCKET_LIMITS.perPlayer;
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

  /** Notify the listeners of changed friendships, blocks, mutes or online visibility. */
  relationsChanged(userIds: readonly number[]): void {
    for (const listener of this.#listeners) listener.onRelationsChanged?.(userIds);
  }

  /** Notify the listeners that this node may have missed changes on other nodes. */
  eventsLost(): void {
    for (const listener of this.#listeners) listener.onEventsLost?.();
  }
}
