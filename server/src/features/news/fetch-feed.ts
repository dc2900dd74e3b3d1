import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { isPublicAddress, publicLookup } from '#src/http/public-addresses.ts';
import { FeedError } from './feed-error.ts';

/** What a publisher said of its last answer, by which it is asked whether there is anything newer. */
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
  /** For the whole of it, in ms. */
  timeout: number;
  maxBytes: number;
}

const mostRedirects = 5;
const lookup = publicLookup();

/**
 * Asks for a feed. Its own address may be anywhere, as who runs this server chose it; where the publisher sends on from
 * there, only on the internet.
 * @returns undefined when nothing has changed since `validators`.
 * @throws FeedError.
 */
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
      const response = await ask(url, url.origin === home.origin, validators, within);
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
        throw new FeedError(`answered ${statusCode}`);
      if (!URL.canParse(headers.location, url.href)) throw new FeedError('redirects to nowhere');
      url = new URL(headers.location, url);
    }
    throw new FeedError('redirects without end');
  } catch (error) {
    throw asFeedError(error, within);
  }
}

function ask(
  url: URL,
  isHome: boolean,
  validators: Validators | undefined,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new FeedError('redirects to no web page');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // A name is seen through when it is looked up for the connection; a number is not looked up.
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
  // Leaving the loop destroys what it reads from, and so the answer.
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
      // Whoever reads its end hears of a failure.
      return pipeline(response, createGunzip(), () => {});
    default:
      response.destroy();
      throw new FeedError('is compressed in a way that was not asked for');
  }
}

/** Addresses stay out of the message: a key may stand in them. */
function asFeedError(error: unknown, signal: AbortSignal): FeedError {
  if (error instanceof FeedError) return error;
  const { code, name } = error as NodeJS.ErrnoException;
  if (signal.aborted) return new FeedError('took too long', { cause: error });
  if (code === 'EPRIVATE') return new FeedError('redirects into a private network', { cause: error });
  return new FeedError(`cannot be read (${code ?? name})`, { cause: error });
}
