import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientToServer, ServerToClient } from '@rivalhold/shared/contract/index.ts';
import type { Namespace, Server, Socket } from 'socket.io';
import { ClusterAdapter, type ClusterMessage, MessageType } from 'socket.io-adapter';
import type { PubSub } from '../cluster/pub-sub.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Session } from '../security/sessions.ts';

type SocketData = { session: Session };
/** Events that a node sends to the other nodes. */
type InterNodeEvents = {
  relationsChanged: (userIds: number[]) => void;
  /** Notifies the other nodes that some events of this node did not reach them. */
  eventsLost: () => void;
};
export type SiteSocket = Socket<ClientToServer, ServerToClient, InterNodeEvents, SocketData>;
export type SiteServer = Server<ClientToServer, ServerToClient, InterNodeEvents, SocketData>;

/** The channel that all nodes are subscribed to. */
const ALL = 'all';
/** Maximum number of rooms that get separate messages. An event for more rooms is sent to all nodes as one message. */
const MAX_CHANNELS = 10;
/**
 * Maximum time in ms for which a socket waits until this node is subscribed to its rooms. If a subscription takes more
 * than half of this time, the socket's connection is closed once the node is subscribed, so that the client reconnects
 * and loads the events that it missed.
 */
const SUBSCRIBE_TIMEOUT_MS = 1_000;

const channelOf = (room: string): string => `room:${room}`;

/**
 * Sends Socket.IO events to the other nodes. Each room has a channel. A node subscribes to the channels of the rooms
 * that its sockets are in. Events for everyone, or for many rooms, use a channel to which all nodes are subscribed.
 * Events for the same channel in one turn of the event loop are combined into one message. Events to clients of this
 * node never wait for Redis.
 */
export class PubSubAdapter extends ClusterAdapter {
  readonly #namespace: Namespace;
  readonly #pubSub: PubSub;
  readonly #metrics: Metrics;
  /** Subscriptions that Redis has not confirmed yet, by room. */
  readonly #subscribing = new Map<string, Promise<void>>();
  /** Messages of the current turn of the event loop, by channel. */
  #outgoing = new Map<string, ClusterMessage[]>();

  constructor(namespace: Namespace, pubSub: PubSub, metrics: Metrics) {
    super(namespace);
    this.#namespace = namespace;
    this.#pubSub = pubSub;
    this.#metrics = metrics;
    pubSub.onMessage = (text) => this.#receive(text);
    void pubSub.subscribe(ALL);
    this.on('create-room', (room: string) => {
      if (!this.#isOfOneSocket(room)) this.#subscribe(room);
    });
    this.on('delete-room', (room: string) => {
      if (!this.#isOfOneSocket(room)) pubSub.unsubscribe(channelOf(room));
    });
  }

  /**
   * Wait until this node receives the events of `rooms`, but at most a second. While Redis is down, do not wait.
   */
  async subscribed(rooms: readonly string[]): Promise<void> {
    const pending = rooms.map((room) => this.#subscribing.get(room)).filter((one) => one !== undefined);
    if (pending.length > 0 && this.#pubSub.isSubscribed)
      await Promise.race([Promise.all(pending), sleep(SUBSCRIBE_TIMEOUT_MS, undefined, { ref: false })]);
  }

  /** Report whether any node has a socket in a room. */
  async hasSubscriber(room: string): Promise<boolean> {
    return (await this.#pubSub.countSubscribers(channelOf(room))) > 0;
  }

  protected override doPublish(message: ClusterMessage): Promise<string> {
    const rooms = message.type === MessageType.BROADCAST ? message.data.opts.rooms : [];
    if (rooms.length === 0 || rooms.length > MAX_CHANNELS) this.#enqueue(ALL, message);
    else for (const room of rooms) this.#enqueue(channelOf(room), toRoom(message, room));
    return Promise.resolve('');
  }

  protected override doPublishResponse(): Promise<void> {
    return Promise.reject(new Error('Events between nodes have no acknowledgements'));
  }

  /**
   * Report whether a room is one of the rooms that Socket.IO creates for single sockets. Such a room needs no channel,
   * because only the socket's own node sends to it.
   */
  #isOfOneSocket(room: string): boolean {
    return this.sids.has(room);
  }

  #subscribe(room: string): void {
    const since = performance.now();
    const subscription = this.#pubSub.subscribe(channelOf(room)).then(() => {
      if (this.#subscribing.get(room) === subscription) this.#subscribing.delete(room);
      // On a busy node, a wait in `subscribed` can end early, because timers count from the start of the event loop's
      // tick. Therefore, close the sockets after a shorter time already, so that none misses an event.
      if (performance.now() - since < SUBSCRIBE_TIMEOUT_MS / 2) return;
      for (const id of this.rooms.get(room) ?? []) this.#namespace.sockets.get(id)?.conn.close();
    });
    this.#subscribing.set(room, subscription);
  }

  #enqueue(channel: string, message: ClusterMessage): void {
    if (this.#outgoing.size === 0) setImmediate(() => this.#flush());
    const messages = this.#outgoing.get(channel);
    if (messages) messages.push(message);
    else this.#outgoing.set(channel, [message]);
  }

  #flush(): void {
    const outgoing = this.#outgoing;
    this.#outgoing = new Map();
    // The id of the node comes first, so that the node can ignore its own messages without parsing them.
    for (const [channel, messages] of outgoing)
      this.#pubSub.publish(channel, this.uid + JSON.stringify(messages));
  }

  #receive(text: string): void {
    if (text.startsWith(this.uid)) return;
    const messages = JSON.parse(text.slice(this.uid.length)) as ClusterMessage[];
    this.#metrics.recordReceived(messages.some((message) => this.#hasReceiver(message)));
    for (const message of messages) this.onMessage(message);
  }

  #hasReceiver(message: ClusterMessage): boolean {
    if (message.type !== MessageType.BROADCAST) return true;
    const { rooms } = message.data.opts;
    return rooms.length === 0 ? this.#namespace.sockets.size > 0 : rooms.some((room) => this.rooms.has(room));
  }
}

/**
 * Return a copy of a message for one of its rooms. Each room gets its own copy, so a socket in several of the
 * rooms would receive the event several times. Therefore, callers must not send an event to rooms that share
 * a socket.
 */
function toRoom(message: ClusterMessage, room: string): ClusterMessage {
  if (message.type !== MessageType.BROADCAST || message.data.opts.rooms.length === 1) return message;
  const { data } = message;
  return { ...message, data: { ...data, opts: { ...data.opts, rooms: [room] } } };
}
