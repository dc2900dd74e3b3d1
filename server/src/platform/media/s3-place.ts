import { HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { Disk } from 'flydrive';
import { S3Driver } from 'flydrive/drivers/s3';
import { circuitBreaker } from '#src/platform/circuit-breaker.ts';
import { AppError } from '#src/platform/http/errors.ts';
import { within } from '#src/platform/promises.ts';
import type { Place } from './place.ts';
import type { S3Address } from '#src/platform/s3-address.ts';

/**
 * Times are in ms, for two attempts. A photo that has begun to arrive may pause for longer, because its reader may be
 * slow.
 */
const patience = {
  connectionTimeout: 1_500,
  requestTimeout: 4_000,
  throwOnRequestTimeout: true,
  socketTimeout: 30_000,
};
const longestCall = 9_000;
const longestProbe = 1_500;
const mostConnections = 200;
const retryAfterSeconds = 5;

/** Import this file only if S3_URL is set: its client takes time and memory to load. */
export function s3Place({ endpoint, bucket, region, pathStyle, key, secret }: S3Address): Place {
  const agent = { maxSockets: mostConnections, keepAlive: true };
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: pathStyle,
    credentials: { accessKeyId: key, secretAccessKey: secret },
    maxAttempts: 2,
    requestHandler: { ...patience, httpAgent: agent, httpsAgent: agent },
    // Stores other than Amazon's refuse the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const disk = new Disk(new S3Driver({ client, bucket, supportsACL: false, visibility: 'private' }));
  const probe = () => within(longestProbe, client.send(new HeadBucketCommand({ Bucket: bucket })));
  const breaker = circuitBreaker(probe);

  async function call<T>(work: () => Promise<T>): Promise<T> {
    if (breaker.isOpen) throw unavailable(new Error('S3 does not respond'));
    try {
      return await within(longestCall, work());
    } catch (error) {
      if (!failureOf(error).$metadata?.httpStatusCode) breaker.trip();
      throw unavailable(error);
    }
  }

  function find<T>(work: () => Promise<T>): Promise<T | undefined> {
    return call(async () => {
      try {
        return await work();
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    });
  }

  return {
    name: 'S3',
    open: (file) => find(() => disk.getStream(file)),
    read: (file) => find(async () => Buffer.from(await disk.getBytes(file))),
    sizeOf: (file) => find(async () => (await disk.getMetaData(file)).contentLength),
    write: (file, data) => call(() => disk.put(file, data)),
    remove: (file) => call(() => disk.delete(file)),
    async *list(prefix) {
      let paginationToken: string | undefined;
      do {
        const options = { recursive: true, ...(paginationToken && { paginationToken }) };
        const page = await call(() => disk.listAll(prefix || '/', options));
        for (const entry of page.objects) if (entry.isFile) yield entry.key;
        ({ paginationToken } = page);
      } while (paginationToken);
    },
    probe: () => call(probe),
    close() {
      breaker.close();
      client.destroy();
    },
  };
}

function unavailable(cause: unknown): AppError {
  return new AppError('PHOTOS_UNAVAILABLE', { retryAfterSeconds, cause });
}

interface S3Failure {
  name?: string;
  $metadata?: { httpStatusCode?: number };
}

/** Returns the error of the store, which FlyDrive wraps. */
function failureOf(error: unknown): S3Failure {
  return error instanceof Error && error.cause ? failureOf(error.cause) : (error as S3Failure);
}

function isMissing(error: unknown): boolean {
  const { name, $metadata } = failureOf(error);
  return $metadata?.httpStatusCode === 404 && name !== 'NoSuchBucket';
}
