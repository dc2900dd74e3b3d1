import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import S3rver from '@20minutes/s3rver';
import { readS3Address, type S3Address } from '#src/platform/s3-address.ts';

/**
 * 'cut' sends half of each photo, 'damaging' changes the bytes of each, 'silent' never responds, 'late' responds after
 * a second, and 'failing' responds with 500.
 */
export type S3Fault = 'none' | 'failing' | 'silent' | 'late' | 'cut' | 'damaging';

export interface TestS3 {
  url: string;
  address: S3Address;
  requests: string[];
  fault: S3Fault;
  files(): Promise<string[]>;
  /** Refuses connections until `restore`. */
  stop(): Promise<void>;
  restore(): Promise<void>;
  close(): Promise<void>;
}

const bucket = 'upaj-photos';

/** Opens an S3 server in this process that checks signatures, and can fail. */
export async function openTestS3(): Promise<TestS3> {
  const directory = await mkdtemp(join(tmpdir(), 'upaj-s3-'));
  const options = { directory, silent: true, configureBuckets: [{ name: bucket }] };
  const s3rver = new S3rver(options);
  await s3rver.configureBuckets();
  const handle = s3rver.callback();
  // The library expects that the path of the bucket itself is signed without its last slash.
  const handleList = new S3rver({ ...options, allowMismatchedSignatures: true }).callback();
  const requests: string[] = [];
  const respond: RequestListener = async (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    if (opened.fault === 'silent') return;
    if (opened.fault === 'late') await sleep(1_000);
    if (opened.fault === 'failing') return void response.writeHead(500).end();
    if (opened.fault === 'cut' && request.method === 'GET') cutInHalf(response);
    if (opened.fault === 'damaging' && request.method === 'GET') damage(response);
    // A HEAD of the bucket is handled here, because the library would read the data of a thousand files.
    if (request.method === 'HEAD' && /^\/[^/]+\/?$/.test(request.url ?? ''))
      request.url = `/${bucket}/?max-keys=1`;
    if (/^\/[^/]+\/(\?|$)/.test(request.url ?? '')) handleList(request, response);
    else handle(request, response);
  };
  const server = createServer((request, response) => void respond(request, response));
  const listen = (port: number) =>
    new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', () => resolve()));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const url = `http://S3RVER:S3RVER@127.0.0.1:${port}/${bucket}?region=ap-south-1&pathStyle=true`;
  const stop = async () => {
    const stopped = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await stopped;
  };
  const opened: TestS3 = {
    url,
    address: readS3Address(url),
    requests,
    fault: 'none',
    async files() {
      const names = await readdir(join(directory, bucket)).catch(() => []);
      return [...new Set(names.map((name) => name.replace(/\._S3rver.*$/, '')))].filter(Boolean).toSorted();
    },
    stop,
    async restore() {
      if (!server.listening) await listen(port);
    },
    async close() {
      if (server.listening) await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
  return opened;
}

function cutInHalf(response: ServerResponse): void {
  const write = response.write.bind(response) as (chunk: Buffer) => boolean;
  response.write = ((chunk: Buffer) => {
    write(chunk.subarray(0, chunk.length / 2));
    setTimeout(() => response.destroy(), 20);
    return false;
  }) as typeof response.write;
}

function damage(response: ServerResponse): void {
  const write = response.write.bind(response) as (chunk: Buffer) => boolean;
  response.write = ((chunk: Buffer) => write(Buffer.from(chunk).reverse())) as typeof response.write;
}
