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

/** Maximum number of connections. Each file that is being read uses a connection. */
const MAX_CONNECTIONS = 1_024;
const CONNECT_TIMEOUT_MS = 3_000;
/** Maximum time in ms until a response starts. Uploads get additional time in proportion to their size. */
const RESPONSE_TIMEOUT_MS = 5_000;
const SLOWEST_BYTES_PER_MS = 1_000;
const MAX_ATTEMPTS = 2;
/** Time in ms after which a transfer without progress is aborted, whether the store or the browser is slow. */
const STALL_TIMEOUT_MS = 60_000;
/**
 * Time in ms for which the result of a bucket check is cached. Without the cache, each HEAD request for a missing file
 * would need a second request, to check that the bucket exists.
 */
const BUCKET_CHECK_CACHE_MS = 10_000;

/**
 * Open a bucket as a file store. Every error of the store becomes an AppError `unavailable`, except the error for a
 * missing file.
 */
export function openBucket(
  { endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Config,
  log: Logger,
): ObjectStore {
  const client = new S3Client({
    endpoint: endpoint.href,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Use settings that most S3-compatible stores support. Many stores support neither host names that contain
    // the bucket name nor the client's default checksums.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: MAX_ATTEMPTS,
    // Turn off the client's own logs, because the server logs each failure with the request that it affects.
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
  let bucketCheck: { missing: Promise<boolean>; at: number } | undefined;
  /**
   * Report whether the bucket is missing. A HEAD request for a file does not show this, because the response is the
   * same for a missing file and a missing bucket.
   */
  const isBucketMissing = (): Promise<boolean> => {
    // Use real time instead of the site's clock, which can be simulated.
    const at = performance.now();
    if (!bucketCheck || at - bucketCheck.at >= BUCKET_CHECK_CACHE_MS) {
      const missing = client.send(new HeadBucketCommand({ Bucket: bucket })).then(() => false, isMissing);
      bucketCheck = { missing, at };
    }
    return bucketCheck.missing;
  };
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        try {
          return await next(args);
        } catch (error) {
          const isFile =
            isMissing(error) && (commandName !== 'HeadObjectCommand' || !(await isBucketMissing()));
          if (isFile) throw error;
          bucketCheck = undefined;
          const cause = isMissing(error)
            ? new Error(`The bucket ${bucket} does not exist`, { cause: error })
            : error;
          throw new AppError('unavailable', undefined, { cause });
        }
      },
    { step: 'initialize', priority: 'high' },
  );
  const checkBucket = async () => {
    await client.send(new ListObjectsV2Command({ Bucket: bucket, MaxKeys: 1 }));
  };
  // If the bucket is missing or does not respond, log this but start anyway. The bucket can become available later, and
  // the rest of the site works without it.
  checkBucket().catch(({ cause }) => {
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
    ping: checkBucket,
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

/**
 * Report whether an error is a 404 other than `NoSuchBucket`. After a HEAD request, such an error can mean a missing
 * bucket, too, because the response does not name the error.
 */
const isMissing = (error: unknown): boolean => {
  const { $metadata, name } = error as Partial<S3ServiceException>;
  return $metadata?.httpStatusCode === 404 && name !== 'NoSuchBucket';
};
