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

  /** An S3 server that stores objects in a folder, and verifies signatures with its only access key. */
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
    /** The middleware functions in the order of execution. */
    middleware: ((ctx: Context, next: () => Promise<void>) => Promise<void>)[];
    httpServer: Server;
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
