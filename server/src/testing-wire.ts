import net from 'node:net';

/** What lies between the players and the servers: it keeps its address, and breaks. */
export class Wire {
  url = '';
  /** The ports behind it: a connection goes to one after the other, past those where nobody listens. */
  targets: readonly number[] = [];
  cuts = 0;
  #made = 0;
  readonly #open = new Set<net.Socket>();
  readonly #server = net.createServer((near) => {
    this.#open.add(near);
    const gone = () => {
      near.destroy();
      this.#open.delete(near);
    };
    near.on('error', gone).on('close', gone);
    this.#join(near, this.#made++, this.targets.length);
  });

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as net.AddressInfo).port}`;
  }

  /** Breaks one of the connections, wherever it is in what it says; all of them without a choice. */
  cut(choice?: number): void {
    const open = [...this.#open];
    for (const socket of choice === undefined ? open : open.slice(choice % open.length).slice(0, 1)) {
      socket.destroy();
      this.cuts++;
    }
  }

  close(): void {
    this.cut();
    this.#server.close();
  }

  #join(near: net.Socket, n: number, tries: number): void {
    const port = this.targets[n % this.targets.length];
    if (port === undefined || tries === 0) return void near.destroy();
    const far = net.connect(port, '127.0.0.1');
    let joined = false;
    far.once('connect', () => {
      joined = true;
      near.pipe(far);
      far.pipe(near);
    });
    far.on('error', () => (joined ? near.destroy() : this.#join(near, n + 1, tries - 1)));
    far.on('close', () => joined && near.destroy());
    near.on('close', () => far.destroy());
  }
}
