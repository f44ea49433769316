import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { freePort } from '../../../scripts/testing/free-port.ts';

/** A local mail server that stores the emails it receives, and can reject emails. */
export class FakeMailServer {
  /** The received emails, unparsed. */
  readonly received: string[] = [];
  isRejecting = false;
  #rejectedCount = 0;
  readonly #server: SMTPServer;
  #port = 0;

  constructor(options: SMTPServerOptions = {}) {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      ...options,
      onData: (stream, _, done) => {
        const parts: Buffer[] = [];
        stream.on('data', (part) => parts.push(part));
        stream.on('end', () => {
          if (this.isRejecting) {
            this.#rejectedCount++;
            return done(Object.assign(new Error('Come back later'), { responseCode: 451 }));
          }
          this.received.push(Buffer.concat(parts).toString());
          done();
        });
      },
    });
    // Ignore connection errors. For example, a client might not trust the certificate.
    this.#server.on('error', () => {});
  }

  /** Start listening and return the port. */
  async start(): Promise<number> {
    this.#port = await freePort();
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
    return this.#port;
  }

  get refused(): number {
    return this.#rejectedCount;
  }

  /** Return the emails to an address, with wrapped lines joined. */
  messagesTo(address: string): string[] {
    const all = this.received.map((mail) => mail.replaceAll(/=\r?\n/g, ''));
    return all.filter((mail) => mail.includes(`To: ${address}`));
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.#server.close(resolve));
  }
}
