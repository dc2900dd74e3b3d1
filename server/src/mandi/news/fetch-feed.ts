import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { isPublicAddress, publicLookup } from '#src/platform/http/public-addresses.ts';

/** The message is a clause that follows the feed's name, such as 'returned status 404'. It contains no URL. */
export class FeedError extends Error {}

export interface Validators {
  etag: string | undefined;
  lastModified: string | undefined;
}

export interface FetchedFeed {
  bytes: Buffer;
  contentType: string;
  validators: Validators;
}

export interface FetchLimits {
  timeout: number;
  maxBytes: number;
}

const mostRedirects = 5;
const lookup = publicLookup();

/** Fetches a feed. The host that the operator set may be private; redirects to other hosts must be public. */
export async function fetchFeed(
  address: string,
  validators: Validators | undefined,
  { timeout, maxBytes }: FetchLimits,
  signal: AbortSignal,
): Promise<FetchedFeed | undefined> {
  const home = new URL(address);
  const within = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
  let url = home;
  try {
    for (let redirects = 0; redirects <= mostRedirects; redirects++) {
      const response = await request(url, url.origin === home.origin, validators, within);
      const { statusCode = 0, headers } = response;
      if (statusCode === 200)
        return {
          bytes: await readBody(response, maxBytes),
          contentType: headers['content-type'] ?? '',
          validators: { etag: headers.etag, lastModified: headers['last-modified'] },
        };
      response.destroy();
      if (statusCode === 304 && validators) return undefined;
      if (statusCode < 300 || statusCode > 399 || !headers.location)
        throw new FeedError(`returned status ${statusCode}`);
      if (!URL.canParse(headers.location, url.href)) throw new FeedError('redirects to an invalid address');
      url = new URL(headers.location, url);
    }
    throw new FeedError('redirects too many times');
  } catch (error) {
    throw asFeedError(error, within);
  }
}

function request(
  url: URL,
  isHome: boolean,
  validators: Validators | undefined,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new FeedError('redirects to an address that is not http or https');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // Host names are checked when the request connects. IP addresses are not resolved then, so they are checked here.
  if (!isHome && isIP(host) && !isPublicAddress(host))
    throw new FeedError('redirects into a private network');
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const headers = {
    accept: 'application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1',
    'accept-encoding': 'gzip',
    'user-agent': 'Upaj (market news)',
    ...(validators?.etag && { 'if-none-match': validators.etag }),
    ...(validators?.lastModified && { 'if-modified-since': validators.lastModified }),
  };
  return new Promise((resolve, reject) => {
    request(url, { headers, signal, agent: false, ...(!isHome && { lookup }) }, resolve)
      .on('error', reject)
      .end();
  });
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of unpack(response)) {
    length += (part as Buffer).length;
    if (length > maxBytes) throw new FeedError('is too large');
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts);
}

function unpack(response: IncomingMessage): Readable {
  switch (response.headers['content-encoding']?.toLowerCase() ?? 'identity') {
    case 'identity':
      return response;
    case 'gzip':
    case 'x-gzip':
      return pipeline(response, createGunzip(), () => {});
    default:
      response.destroy();
      throw new FeedError('uses an unsupported compression');
  }
}

/** Makes a FeedError without the URL, which may contain a key. */
function asFeedError(error: unknown, signal: AbortSignal): FeedError {
  if (error instanceof FeedError) return error;
  const { code, name } = error as NodeJS.ErrnoException;
  if (signal.aborted) return new FeedError('timed out', { cause: error });
  if (code === 'EPRIVATE') return new FeedError('redirects into a private network', { cause: error });
  return new FeedError(`cannot be read (${code ?? name})`, { cause: error });
}
