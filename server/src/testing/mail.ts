import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { freePort } from '../../../scripts/testing/free-port.ts';

/** A mail server on the loopback that takes what it is given, and can be made to refuse. */
export class FakeMailServer {
  /** What has come, as it was sent. */
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
    // Of one connection, as when somebody does not trust it.
    this.#server.on('error', () => {});
  }

  /** Answers the port it listens on. */
  async start(): Promise<number> {
    this.#port = await freePort();
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
    return this.#port;
  }

  get refused(): number {
    return this.#rejectedCount;
  }

  /** The mails to an address, with the lines that are too long for a mail whole again. */
  messagesTo(address: string): string[] {
    const all = this.received.map((mail) => mail.replaceAll(/=\r?\n/g, ''));
    return all.filter((mail) => mail.includes(`To: ${address}`));
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.#server.close(resolve));
  }
}
