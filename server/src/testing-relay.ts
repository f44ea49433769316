import { once } from 'node:events';
import net from 'node:net';
import { freePort } from '../../scripts/testing/free-port.ts';

/** Stands before an engine, so that this site can lose it and no other. */
export class Relay {
  readonly #target: URL;
  readonly #sockets = new Set<net.Socket>();
  #server: net.Server | undefined;
  #port = 0;
  #isFrozen = false;

  constructor(target: string) {
    this.#target = new URL(target);
  }

  async open(): Promise<void> {
    this.#port ||= await freePort();
    this.#server = net.createServer((near) => {
      if (this.#isFrozen) return void near.on('error', () => {});
      const far = net.connect(Number(this.#target.port), this.#target.hostname);
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(from);
        from
          .on('error', () => {})
          .on('close', () => {
            this.#sockets.delete(from);
            to.destroy();
          });
        from.pipe(to);
      }
    });
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  cut(): void {
    this.#server?.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Keeps all connections and says nothing more, as an engine that is stopped. */
  freeze(): void {
    this.#isFrozen = true;
    for (const socket of this.#sockets) socket.pause();
  }

  thaw(): void {
    this.#isFrozen = false;
    for (const socket of this.#sockets) socket.resume();
  }

  /** An address of the engine that leads through here. */
  through(address: string): string {
    const url = new URL(address);
    url.port = String(this.#port);
    return url.href;
  }
}
