import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { freePort } from '../../../scripts/testing/free-port.ts';
import { temporaryFolder } from '../../../scripts/testing/temporary-folder.ts';

const BUCKET = 'rivalhold';
const OBJECT = '._S3rver_object';

/**
 * A local S3-compatible store that verifies signatures. Tests can make it reject all requests, stop listening or lose
 * its bucket.
 */
export class FakeS3 {
  readonly #folder = temporaryFolder();
  readonly #port: number;
  #server: S3rver | undefined;
  #refusal: number | null = null;
  /** Method and path of the received requests, in order. */
  readonly requests: string[] = [];

  readonly #identity: { key: Buffer; cert: Buffer } | undefined;

  private constructor(port: number, identity: { key: Buffer; cert: Buffer } | undefined) {
    this.#port = port;
    this.#identity = identity;
  }

  /** Start the store. If `identity` is given, it accepts only HTTPS. */
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
      // s3rver accepts only this access key.
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    };
  }

  /** Return the keys of all stored objects. */
  keys(): string[] {
    return readdirSync(join(this.#folder, BUCKET), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith(OBJECT))
      .map((name) => name.slice(0, -OBJECT.length))
      .sort();
  }

  /** Reject all requests with `status`. Call this with null to accept requests again. */
  async rejectWith(status: number | null): Promise<void> {
    this.#refusal = status;
  }

  /** Remove the bucket if `isLost` is true. Otherwise, restore the bucket with its content. */
  async setBucketMissing(isLost: boolean): Promise<void> {
    const [here, gone] = [join(this.#folder, BUCKET), `${this.#folder}-lost`];
    if (isLost) renameSync(here, gone);
    else renameSync(gone, here);
  }

  /** Start listening again. Objects that were stored earlier still exist. */
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
    // Correct the path of requests for the bucket. Clients sign this path with a trailing slash, but s3rver
    // verifies the path without the slash.
    server.middleware.splice(-1, 0, async (ctx, next) => {
      if (ctx.path === `/${BUCKET}/`) Object.assign(ctx, { mountPath: '/' }).state.vhost = true;
      await next();
    });
    await server.run();
    this.#server = server;
  }

  /** Stop listening. */
  async stopListening(): Promise<void> {
    const closed = this.#server?.close();
    this.#server?.httpServer.closeAllConnections();
    await closed;
  }

  /** Stop the store, and delete its data. */
  async stop(): Promise<void> {
    await this.stopListening();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
