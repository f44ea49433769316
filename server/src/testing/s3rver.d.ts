declare module '@20minutes/s3rver' {
  import type { Server } from 'node:http';

  type Context = {
    method: string;
    path: string;
    status: number;
    type: string;
    body: string;
    state: { vhost?: boolean };
  };

  /** A server that speaks S3 and keeps its objects in a folder; it judges signatures, for the one key it has. */
  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      key: Buffer | undefined;
      cert: Buffer | undefined;
      directory: string;
      silent: boolean;
      configureBuckets: { name: string }[];
    });
    /** What a request goes through, in this order. */
    middleware: ((ctx: Context, next: () => Promise<void>) => Promise<void>)[];
    httpServer: Server;
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
