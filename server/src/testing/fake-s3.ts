import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { freePort } from '../../../scripts/testing/free-port.ts';
import { temporaryFolder } from '../../../scripts/testing/temporary-folder.ts';

const BUCKET = 'rivalhold';
const OBJECT = '._S3rver_object';

/** An object store on the loopback that judges signatures, and can be made to refuse, to be away or to lose its bucket. */
export class FakeS3 {
  readonly #folder = temporaryFolder();
  readonly #port: number;
  #server: S3rver | undefined;
  #refusal: number | null = null;
  /** What it was asked: method and path, in their order. */
  readonly requests: string[] = [];

  readonly #identity: { key: Buffer; cert: Buffer } | undefined;

  private constructor(port: number, identity: { key: Buffer; cert: Buffer } | undefined) {
    this.#port = port;
    this.#identity = identity;
  }

  /** With an identity it speaks https alone. */
  static async start(identity?: { key: Buffer; cert: Buffer }): Promise<FakeS3> {
    const store = new FakeS3(await freePort(), identity);
    await store.return();
    return store;
  }

  get env(): Record<string, string> {
    return {
      S3_ENDPOINT: `${this.#identity ? 'https' : 'http'}://127.0.0.1:${this.#port}`,
      S3_BUCKET: BUCKET,
      S3_REGION: 'eu-central-1',
      // The one key that it knows.
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    };
  }

  /** The keys of its objects. */
  keys(): string[] {
    return readdirSync(join(this.#folder, BUCKET), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith(OBJECT))
      .map((name) => name.slice(0, -OBJECT.length))
      .sort();
  }

  /** Refuses everybody by this status, or does so no more. */
  async rejectWith(status: number | null): Promise<void> {
    this.#refusal = status;
  }

  /** Has no bucket, or has it again with what was in it. */
  async setBucketMissing(isLost: boolean): Promise<void> {
    const [here, gone] = [join(this.#folder, BUCKET), `${this.#folder}-lost`];
    if (isLost) renameSync(here, gone);
    else renameSync(gone, here);
  }

  /** Comes back with what it had. */
  async return(): Promise<void> {
    const server = new S3rver({
      address: '127.0.0.1',
      port: this.#port,
      key: this.#identity?.key,
      cert: this.#identity?.cert,
      directory: this.#folder,
      silent: true,
      configureBuckets: [{ name: BUCKET }],
    });
    server.middleware.unshift(async (ctx, next) => {
      this.requests.push(`${ctx.method} ${ctx.path}`);
      if (this.#refusal === null) return next();
      [ctx.status, ctx.type] = [this.#refusal, 'application/xml'];
      ctx.body = '<Error><Code>Refused</Code><Message>Not today</Message></Error>';
    });
    // It reckons the signature of what is asked of a bucket without the last slash of its path, which clients sign.
    server.middleware.splice(-1, 0, async (ctx, next) => {
      if (ctx.path === `/${BUCKET}/`) Object.assign(ctx, { mountPath: '/' }).state.vhost = true;
      await next();
    });
    await server.run();
    this.#server = server;
  }

  /** Is away: nobody listens there. */
  async stopListening(): Promise<void> {
    const closed = this.#server?.close();
    this.#server?.httpServer.closeAllConnections();
    await closed;
  }

  async stop(): Promise<void> {
    await this.stopListening();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
