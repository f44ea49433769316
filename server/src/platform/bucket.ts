import type { Readable } from 'node:stream';
import {
  GetObjectCommand,
  ListObjectsV2Command,
  S3Client,
  type S3ServiceException,
} from '@aws-sdk/client-s3';
import { S3Driver } from 'flydrive/drivers/s3';
import type { Logger } from 'pino';
import { AppError } from './errors.ts';
import type { Store } from './files.ts';

/** A bucket of a store that speaks S3, and the key to it. */
export type BucketConfig = {
  endpoint: URL;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** Files that are being read at once hold one connection each. */
const MOST_CONNECTIONS = 1_024;
const CONNECT_MS = 3_000;
/** How long an answer may take to begin; one to a file that is sent, so much longer as that is long. */
const ANSWER_MS = 10_000;
const SLOWEST_BYTES_PER_MS = 1_000;
const TRIES = 2;

/**
 * Files in a bucket. Whatever the store refuses or fails to answer is AppError unavailable; only that there is no such
 * file stays the store's own error.
 */
export function openBucket(
  { endpoint, bucket, region, accessKeyId, secretAccessKey }: BucketConfig,
  log: Logger,
): Store {
  const client = new S3Client({
    endpoint: endpoint.href,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Stores other than the first of them know the bucket by the path, and no newer checksums.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: TRIES,
    // What fails is logged with the request that it failed.
    logger: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      throwOnRequestTimeout: true,
      httpAgent: { maxSockets: MOST_CONNECTIONS },
      httpsAgent: { maxSockets: MOST_CONNECTIONS },
    },
  });
  const { requestHandler } = client.config;
  const handle = requestHandler.handle.bind(requestHandler);
  requestHandler.handle = (request, options) => {
    const bytes = Number(request.headers['content-length'] ?? 0);
    return handle(request, { ...options, requestTimeout: ANSWER_MS + bytes / SLOWEST_BYTES_PER_MS });
  };
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        throw isMissing(error) ? error : new AppError('unavailable', undefined, { cause: error });
      }
    },
    { step: 'initialize', priority: 'high' },
  );
  // Said once, and no reason not to start: it may come, and all else works without it.
  client
    .send(new ListObjectsV2Command({ Bucket: bucket, MaxKeys: 1 }))
    .catch((error) => log.error({ err: error, bucket }, 'the bucket does not answer: files are unavailable'));
  return {
    driver: new S3Driver({ client, bucket, visibility: 'private', supportsACL: false }),
    openRange: async (key, { start, end }) => {
      const part = { Bucket: bucket, Key: key, Range: `bytes=${start}-${end}` };
      return (await client.send(new GetObjectCommand(part))).Body as Readable;
    },
    isMissing,
  };
}

/** A bucket that is not there is not a file that is not there. */
const isMissing = (error: unknown): boolean => {
  const { $metadata, name } = error as Partial<S3ServiceException>;
  return $metadata?.httpStatusCode === 404 && name !== 'NoSuchBucket';
};
