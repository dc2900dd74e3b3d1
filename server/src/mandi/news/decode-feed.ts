import { FeedError, type FetchedFeed } from './fetch-feed.ts';

const mediaTypes = /^(?:[\w.-]+\/(?:[\w.-]+\+)?(?:xml|rss|atom)|text\/plain|application\/octet-stream)$/;

/**
 * Takes the charset from the byte order mark, else from the HTTP header, else from the XML declaration. Refuses
 * DTDs: they allow a billion-laughs attack.
 */
export function decodeFeed({ bytes, contentType }: FetchedFeed): string {
  const [type = '', ...parameters] = contentType.toLowerCase().split(';');
  const mediaType = type.trim();
  if (mediaType && !mediaTypes.test(mediaType))
    throw new FeedError(`is not a feed (${/^[\w.+/-]{1,60}/.exec(mediaType)?.[0] ?? 'no content type'})`);
  const declared = parameters.map((text) => /^\s*charset="?([\w.:-]+)/.exec(text)?.[1]).find(Boolean);
  const text = decode(bytes, charsetOfMark(bytes) ?? declared ?? charsetOfDeclaration(bytes) ?? 'utf-8');
  if (!text.trimStart().startsWith('<')) throw new FeedError('is not a feed');
  if (/<!(?:doctype|entity)/i.test(text))
    throw new FeedError('declares a document type, which is not allowed');
  return text;
}

function decode(bytes: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch (error) {
    const reason = error instanceof RangeError ? 'in an unknown charset' : 'not in its declared charset';
    throw new FeedError(`is ${reason} (${charset.slice(0, 30)})`, { cause: error });
  }
}

function charsetOfMark(bytes: Buffer): string | undefined {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return undefined;
}

function charsetOfDeclaration(bytes: Buffer): string | undefined {
  const head = bytes.subarray(0, 200).toString('latin1');
  return /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/i.exec(head)?.[1];
}
