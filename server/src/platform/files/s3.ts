import type { Readable } from 'node:stream';
import {
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  S3Client,
  type S3ServiceException,
} from '@aws-sdk/client-s3';
import { S3Driver } from 'flydrive/drivers/s3';
import type { Logger } from 'pino';
import type { S3Config } from '../config.ts';
import { AppError } from '../errors.ts';
import type { ObjectStore } from './storage.ts';

/** Files that are being read at once hold one connection each. */
const MAX_CONNECTIONS = 1_024;
const CONNECT_TIMEOUT_MS = 3_000;
/** How long an answer may take to begin; one to a file that is sent, so much longer as that is long. */
const RESPONSE_TIMEOUT_MS = 5_000;
const SLOWEST_BYTES_PER_MS = 1_000;
const MAX_ATTEMPTS = 2;
/** A file that stands still for so long, on its way from the store or to a browser that takes no more, is given up. */
const STALL_TIMEOUT_MS = 60_000;
/** A bucket that was there is taken to be for so long, unless anything fails: a file that is not there costs one call. */
const BUCKET_CHECK_CACHE_MS = 10_000;

/**
 * Files in a bucket. Whatever the store refuses or fails to answer is AppError unavailable; only that there is no such
 * file stays the store's own error.
 */
export function openBucket(
  { endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Config,
  log: Logger,
): ObjectStore {
  const client = new S3Client({
    endpoint: endpoint.href,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Stores other than the first of them know the bucket by the path, and no newer checksums.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: MAX_ATTEMPTS,
    // What fails is logged with the request that it failed.
    logger: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      throwOnRequestTimeout: true,
      socketTimeout: STALL_TIMEOUT_MS,
      httpAgent: { maxSockets: MAX_CONNECTIONS },
      httpsAgent: { maxSockets: MAX_CONNECTIONS },
    },
  });
  const { requestHandler } = client.config;
  const handle = requestHandler.handle.bind(requestHandler);
  requestHandler.handle = (request, options) => {
    const bytes = Number(request.headers['content-length'] ?? 0);
    return handle(request, {
      ...options,
      requestTimeout: RESPONSE_TIMEOUT_MS + bytes / SLOWEST_BYTES_PER_MS,
    });
  };
  let known: { missing: Promise<boolean>; at: number } | undefined;
  /** What is asked of without a body is answered in the same way for a file and for a bucket that is not there. */
  const isGone = (): Promise<boolean> => {
    // The process's own time, not the site's clock: keeping is about real seconds.
    const at = performance.now();
    if (!known || at - known.at >= BUCKET_CHECK_CACHE_MS) {
      const missing = client.send(new HeadBucketCommand({ Bucket: bucket })).then(() => false, isMissing);
      known = { missing, at };
    }
    return known.missing;
  };
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        try {
          return await next(args);
        } catch (error) {
          const isFile = isMissing(error) && (commandName !== 'HeadObjectCommand' || !(await isGone()));
          if (isFile) throw error;
          known = undefined;
          const cause = isMissing(error)
            ? new Error(`The bucket ${bucket} does not exist`, { cause: error })
            : error;
          throw new AppError('unavailable', undefined, { cause });
        }
      },
    { step: 'initialize', priority: 'high' },
  );
  const answers = async () => {
    await client.send(new ListObjectsV2Command({ Bucket: bucket, MaxKeys: 1 }));
  };
  // Said once, and no reason not to start: it may come, and all else works without it.
  answers().catch(({ cause }) => {
    const why = cause?.name === 'NoSuchBucket' ? 'does not exist' : 'does not respond';
    log.error({ err: cause, bucket }, `the bucket ${why}: files are unavailable`);
  });
  return {
    driver: new S3Driver({ client, bucket, visibility: 'private', supportsACL: false }),
    openRange: async (key, { start, end }) => {
      const part = { Bucket: bucket, Key: key, Range: `bytes=${start}-${end}` };
      return (await client.send(new GetObjectCommand(part))).Body as Readable;
    },
    isMissing,
    ping: answers,
    measureUsage: async () => {
      const measured = { files: 0, bytes: 0 };
      for (let from: string | undefined, more = true; more; ) {
        const page = await client.send(new ListObjectsV2Command({ Bucket: bucket, ContinuationToken: from }));
        for (const { Size = 0 } of page.Contents ?? []) {
          measured.files++;
          measured.bytes += Size;
        }
        from = page.NextContinuationToken;
        more = from !== undefined;
      }
      return measured;
    },
    freeSpace: async () => null,
  };
}

/** A bucket that is not there is not a file that is not there. */
const isMissing = (error: unknown): boolean => {
  const { $metadata, name } = error as Partial<S3ServiceException>;
  return $metadata?.httpStatusCode === 404 && name !== 'NoSuchBucket';
};
