import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';
import { freePort } from '../../../scripts/testing/free-port.ts';
import type { TlsCertificate } from '../../../scripts/testing/tls-certificate.ts';

/** What PostgreSQL is sent by who wants to be encrypted, and how it agrees. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** Stands before nodes or an engine on the loopback: it keeps its address, and breaks. */
export class TcpProxy {
  /** The ports behind it: a connection goes to one after the other, past those where nobody listens. */
  targets: readonly number[];
  cutCount = 0;
  readonly #identity: TlsCertificate | undefined;
  /** What begins in the clear, before it is encrypted. */
  readonly #isPostgres: boolean;
  readonly #open = new Set<net.Socket>();
  /** Connections that are passed on, by their near ends. */
  readonly #pairs = new Map<net.Socket, net.Socket>();
  #paused: (() => void)[] = [];
  #server: net.Server | undefined;
  #port = 0;
  #connectionCount = 0;
  #isFrozen = false;

  /** Before the engine at this address, if any. With an identity it speaks TLS alone, for an engine that does not. */
  constructor(address?: string, identity?: TlsCertificate) {
    this.targets = address ? [Number(new URL(address).port)] : [];
    this.#isPostgres = address?.startsWith('postgres') ?? false;
    this.#identity = identity;
  }

  /** Where nodes are reached through here. */
  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** An address of the engine that leads through here. */
  through(address: string): string {
    const url = new URL(address);
    url.port = String(this.#port);
    return url.href;
  }

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

  /** Cuts all connections, and takes no more. */
  stopAccepting(): void {
    this.#server?.close();
    this.disconnect();
  }

  /** Breaks one of the connections, wherever it is in what it says; all of them without a choice. */
  disconnect(choice?: number): void {
    const open = [...this.#open];
    for (const socket of choice === undefined ? open : open.slice(choice % open.length).slice(0, 1)) {
      socket.destroy();
      this.cutCount++;
    }
  }

  /** Keeps all connections and says nothing more, as an engine that is stopped. */
  pause(): void {
    this.#isFrozen = true;
    for (const [near, far] of this.#pairs) {
      near.unpipe(far).pause();
      far.unpipe(near).pause();
    }
  }

  /** Says nothing more to who is connected, for ever, as a machine that is gone; who comes anew is passed on. */
  dropPackets(): void {
    this.pause();
    this.#isFrozen = false;
    this.#pairs.clear();
  }

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
      plain.once('data', (asked) => {
        if (!asked.equals(SSL_REQUEST)) return void plain.destroy();
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
