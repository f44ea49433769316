import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';
import { freePort } from '../../../scripts/testing/free-port.ts';
import type { TlsCertificate } from '../../../scripts/testing/tls-certificate.ts';

/** The message with which a PostgreSQL client requests encryption. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** A proxy in front of local nodes or services. Its address never changes, and it can interrupt connections. */
export class TcpProxy {
  /** The target ports. Each new connection uses the next port. Closed ports are skipped. */
  targets: readonly number[];
  cutCount = 0;
  readonly #identity: TlsCertificate | undefined;
  /** True if a connection starts unencrypted and switches to TLS on request, as PostgreSQL connections do. */
  readonly #isPostgres: boolean;
  readonly #open = new Set<net.Socket>();
  /** The forwarded connections. The key is the client's socket, and the value is the socket to the service. */
  readonly #pairs = new Map<net.Socket, net.Socket>();
  #paused: (() => void)[] = [];
  #server: net.Server | undefined;
  #port = 0;
  #connectionCount = 0;
  #isFrozen = false;

  /**
   * Create a proxy to the service at `address`. Without `address`, set `targets` later. If `identity` is given, clients
   * must use TLS. The proxy itself adds no TLS to its connection to the service.
   */
  constructor(address?: string, identity?: TlsCertificate) {
    this.targets = address ? [Number(new URL(address).port)] : [];
    this.#isPostgres = address?.startsWith('postgres') ?? false;
    this.#identity = identity;
  }

  /** The base URL for requests to nodes through this proxy. */
  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Return the URL of a service, but with its port replaced by the port of this proxy. */
  through(address: string): string {
    const url = new URL(address);
    url.port = String(this.#port);
    return url.href;
  }

  /** Start accepting connections. The port is the same each time. */
  async open(): Promise<void> {
    this.#port ||= await freePort();
    this.#server = net.createServer((plain) => {
      this.#track(plain);
      if (this.#isFrozen) this.#paused.push(() => plain.destroyed || this.#answerSslRequest(plain));
      else this.#answerSslRequest(plain);
    });
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  /** Close all connections, and stop accepting new ones. */
  stopAccepting(): void {
    this.#server?.close();
    this.disconnect();
  }

  /**
   * Close the connection with the index `choice` modulo the number of connections. If `choice` is undefined,
   * close all connections.
   */
  disconnect(choice?: number): void {
    const open = [...this.#open];
    for (const socket of choice === undefined ? open : open.slice(choice % open.length).slice(0, 1)) {
      socket.destroy();
      this.cutCount++;
    }
  }

  /** Keep all connections open but forward nothing, as if the service behind the proxy hung. */
  pause(): void {
    this.#isFrozen = true;
    for (const [near, far] of this.#pairs) {
      near.unpipe(far).pause();
      far.unpipe(near).pause();
    }
  }

  /**
   * Drop all traffic of the current connections, as if the machine behind the proxy had disappeared. New
   * connections are still forwarded.
   */
  dropPackets(): void {
    this.pause();
    this.#isFrozen = false;
    this.#pairs.clear();
  }

  /** Forward the traffic of paused connections again. */
  resume(): void {
    this.#isFrozen = false;
    for (const [near, far] of this.#pairs) near.pipe(far).pipe(near);
    for (const go of this.#paused.splice(0)) go();
  }

  #track(socket: net.Socket): void {
    this.#open.add(socket);
    socket.on('error', () => {}).on('close', () => this.#open.delete(socket));
  }

  #answerSslRequest(plain: net.Socket): void {
    const identity = this.#identity;
    const join = (near: net.Socket) =>
      this.#connectUpstream(near, this.#connectionCount++, this.targets.length);
    const encrypt = (own: TlsCertificate) => {
      const near = new tls.TLSSocket(plain, { isServer: true, key: own.key, cert: own.cert });
      near.on('error', () => {});
      join(near);
    };
    if (!identity) join(plain);
    else if (this.#isPostgres)
      plain.once('data', (data) => {
        if (!data.equals(SSL_REQUEST)) return void plain.destroy();
        plain.pause();
        plain.write('S');
        encrypt(identity);
      });
    else encrypt(identity);
  }

  #connectUpstream(near: net.Socket, n: number, tries: number): void {
    const port = this.targets[n % this.targets.length];
    if (port === undefined || tries === 0) return void near.destroy();
    const far = net.connect(port, '127.0.0.1');
    far.once('connect', () => {
      this.#pairs.set(near, far);
      if (!this.#isFrozen) near.pipe(far).pipe(near);
    });
    far.on('error', () => this.#pairs.has(near) || this.#connectUpstream(near, n + 1, tries - 1));
    far.on('close', () => this.#pairs.has(near) && near.destroy());
    near.on('close', () => {
      this.#pairs.delete(near);
      far.destroy();
    });
  }
}
