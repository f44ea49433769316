import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { Metrics } from '../observability/metrics.ts';
import { openPubSubConnection } from './redis.ts';

/**
 * Interval of heartbeats in ms. Heartbeats measure how long messages between nodes take. If Redis hangs, the missing
 * responses to heartbeats cause a socket timeout.
 */
const HEARTBEAT_MS = 1_000;

/**
 * Carries messages between the nodes of a site through Redis's sharded publish/subscribe. A node receives only messages
 * on channels that it is subscribed to. Redis stores nothing, so messages are lost during an outage.
 */
export class PubSub {
  onMessage: (text: string) => void = () => {};
  /** Called when this node's subscription is restored after an interruption, because messages may have been missed. */
  onMissed: () => void = () => {};
  /** Called when this node can publish again after losing some of its messages. */
  onLost: () => void = () => {};
  readonly #log: Logger;
  readonly #metrics: Metrics;
  /**
   * The connection that `countSubscribers` uses. During an outage, its commands fail instead of waiting until Redis is
   * back.
   */
  readonly #redis: Redis;
  readonly #publisher: Redis;
  readonly #subscriber: Redis;
  /** Pub/sub ignores the database number, so channel names include it. */
  readonly #prefix: string;
  readonly #heartbeatChannel: string;
  readonly #heartbeats: NodeJS.Timeout;
  #isClosed = false;
  /** True if messages to this node may have been lost. */
  #hasMissed = false;
  /** True if messages to other nodes were lost. */
  #hasLost = false;

  constructor(redis: Redis, { log, metrics }: { log: Logger; metrics: Metrics }) {
    this.#log = log;
    this.#metrics = metrics;
    this.#redis = redis;
    this.#prefix = `rivalhold:${redis.options.db ?? 0}:`;
    this.#heartbeatChannel = `${this.#prefix}heartbeat:${randomUUID()}`;
    this.#publisher = openPubSubConnection(redis);
    this.#subscriber = openPubSubConnection(redis);
    this.#subscriber.on('close', () => {
      this.#hasMissed = true;
    });
    this.#subscriber.on('smessage', (channel: string, text: string) => {
      if (channel === this.#heartbeatChannel) metrics.recordClusterLag(performance.now() - Number(text));
      else this.onMessage(text);
    });
    for (const connection of [this.#publisher, this.#subscriber])
      connection.on('ready', () => this.#heartbeat(connection));
    this.#heartbeats = setInterval(() => {
      this.#heartbeat(this.#publisher);
      this.#heartbeat(this.#subscriber);
    }, HEARTBEAT_MS).unref();
  }

  /** Close the publisher and the subscriber, but not the connection that was passed to the constructor. */
  close(): void {
    clearInterval(this.#heartbeats);
    this.#isClosed = true;
    for (const connection of [this.#publisher, this.#subscriber]) connection.disconnect();
  }

  /** Report whether this node receives messages. */
  get isSubscribed(): boolean {
    return this.#subscriber.status === 'ready';
  }

  /**
   * Subscribe this node to a channel. Resolve once Redis delivers the channel's messages. During an outage, resolve
   * only after its end. If subscribing fails, log the error and resolve.
   */
  async subscribe(channel: string): Promise<void> {
    await this.#subscriber.ssubscribe(this.#prefix + channel).catch((error) => this.#logError(error));
  }

  unsubscribe(channel: string): void {
    this.#subscriber.sunsubscribe(this.#prefix + channel).catch((error) => this.#logError(error));
  }

  /** Publish a message. During an outage, the message is lost. */
  publish(channel: string, text: string): void {
    if (this.#publisher.status !== 'ready') {
      this.#recordLoss();
      return;
    }
    this.#publisher.spublish(this.#prefix + channel, text).then(
      () => this.#metrics.recordPublished('sent'),
      (error) => {
        if (!this.#hasLost) this.#logError(error);
        this.#recordLoss();
      },
    );
  }

  /**
   * Return the number of nodes that are subscribed to a channel.
   * @throws Error if Redis does not respond in time
   */
  async countSubscribers(channel: string): Promise<number> {
    const [, count] = await this.#redis.pubsub('SHARDNUMSUB', this.#prefix + channel);
    return Number(count);
  }

  #logError(error: unknown): void {
    // When the node stops, commands in progress fail. This is expected, so do not log it.
    if (!this.#isClosed) this.#log.error({ err: error }, 'exchanging events with other nodes failed');
  }

  #recordLoss(): void {
    this.#hasLost = true;
    this.#metrics.recordPublished('failed');
  }

  /**
   * Send a command to check whether a connection has recovered. Redis executes commands in order, so this
   * command succeeds only after the client has restored its subscriptions.
   */
  #heartbeat(connection: Redis): void {
    // Send no heartbeat while the connection is down, because the client would queue the command.
    if (connection.status !== 'ready') return;
    if (connection === this.#subscriber)
      connection.ssubscribe(this.#heartbeatChannel).then(() => this.#recoverSubscriber(), ignore);
    else
      connection
        .spublish(this.#heartbeatChannel, String(performance.now()))
        .then(() => this.#recoverPublisher(), ignore);
  }

  #recoverSubscriber(): void {
    if (!this.#hasMissed || !this.isSubscribed) return;
    this.#hasMissed = false;
    this.onMissed();
  }

  #recoverPublisher(): void {
    if (!this.#hasLost) return;
    this.#hasLost = false;
    this.onLost();
  }
}

const ignore = (): void => {};
