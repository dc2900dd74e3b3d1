import { createHash } from 'node:crypto';
import { parseFeed } from 'feedsmith';
import { FeedError, type FetchedFeed } from './fetch-feed.ts';
import { readIndianTime } from '#src/platform/read-dates.ts';
import { newsLifetime, rateNews } from './rules.ts';
import type { NewsDraft } from './store.ts';
import sanitizeHtml from 'sanitize-html';

const mostItems = 100;
const longest = { title: 200, summary: 500, source: 100, link: 2000, guid: 500 };

interface Item {
  guid: string | undefined;
  title: string | undefined;
  summary: string | undefined;
  link: string | undefined;
  /** The first one that can be read is the item's. */
  dates: readonly (string | undefined)[];
}

/**
 * Reads the items of an RSS or Atom feed: plain text, http(s) links, no future dates. Items without text or older
 * than 90 days are skipped.
 */
export function readFeed(feed: FetchedFeed, address: string, now: Date): NewsDraft[] {
  const { title, items } = parse(decodeFeed(feed));
  const source = toPlainText(title ?? '', longest.source) || new URL(address).hostname;
  const drafts = new Map<string, NewsDraft>();
  for (const item of items) {
    const summary = toPlainText(item.summary ?? '', longest.summary);
    const headline = toPlainText(item.title ?? '', longest.title) || toPlainText(summary, longest.title);
    const publishedAt = readDate(item.dates, now);
    if (!headline || now.getTime() - publishedAt.getTime() > newsLifetime) continue;
    const guid = identify(item.guid ?? item.link ?? headline);
    drafts.set(guid, {
      guid,
      title: headline,
      summary: summary === headline ? '' : summary,
      source,
      link: readLink(item.link, address),
      publishedAt,
      ...rateNews(headline, summary),
    });
  }
  return [...drafts.values()];
}

function parseXml(text: string) {
  try {
    return parseFeed(text, { maxItems: mostItems, parseDateFn: (date) => date });
  } catch (error) {
    throw new FeedError('is neither RSS nor Atom', { cause: error });
  }
}

function parse(text: string): { title: string | undefined; items: Item[] } {
  const parsed = parseXml(text);
  if (parsed.format === 'rss') {
    const { title, items = [] } = parsed.feed;
    return {
      title,
      items: items.map((item) => ({
        guid: item.guid?.value,
        title: item.title,
        summary: item.description ?? item.content?.encoded,
        link: item.link ?? (item.guid?.isPermaLink === false ? undefined : item.guid?.value),
        dates: [item.pubDate, ...(item.dc?.dates ?? [])],
      })),
    };
  }
  if (parsed.format !== 'atom') throw new FeedError('is neither RSS nor Atom');
  const { title, entries = [] } = parsed.feed;
  return {
    title: title?.value,
    items: entries.map((entry) => ({
      guid: entry.id,
      title: entry.title?.value,
      summary: entry.summary?.value ?? entry.content?.value,
      link: entry.links?.find(({ rel = 'alternate' }) => rel === 'alternate')?.href,
      dates: [entry.published, entry.updated],
    })),
  };
}

/** An item without a readable date gets the time at which it is first seen, as does one from the future. */
function readDate(dates: Item['dates'], now: Date): Date {
  const time = dates.map((date) => readIndianTime(date ?? '')).find((read) => read !== undefined);
  return time && time <= now ? time : now;
}

/** Returns null for other schemes and for URLs with a password. */
function readLink(text: string | undefined, address: string): string | null {
  if (!text || text.length > longest.link || !URL.canParse(text, address)) return null;
  const { protocol, username, password, href } = new URL(text, address);
  const isWeb = protocol === 'http:' || protocol === 'https:';
  return isWeb && !username && !password ? href : null;
}

function identify(name: string): string {
  const text = name.toWellFormed().replaceAll('\0', '');
  return text.length <= longest.guid ? text : createHash('sha256').update(text).digest('base64url');
}

const mostRead = 20_000;
const breaks = /[\p{Cc}\u2028\u2029\s]+/gu;
// These characters change the direction of the surrounding text.
const directions = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
const escapes: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

export function toPlainText(html: string, max: number): string {
  const spaced = html.slice(0, mostRead).replace(/<(?=\/?(?:p|br|div|li|td|tr|h\d)\b)/gi, ' <');
  const escaped = sanitizeHtml(spaced, { allowedTags: [], allowedAttributes: {} });
  const text = escaped
    .replace(/&(?:amp|lt|gt|quot);/g, (escape) => escapes[escape] ?? escape)
    .toWellFormed()
    .replace(directions, '')
    .replace(breaks, ' ')
    .trim();
  return cut(text, max);
}

const graphemes = new Intl.Segmenter();

/** Cuts the text at a word boundary, else after a whole grapheme. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const whole = graphemes.segment(text).containing(max - 1)?.index || max - 1;
  const shortened = text.slice(0, whole).toWellFormed();
  const word = shortened.lastIndexOf(' ');
  return `${(word > max * 0.7 ? shortened.slice(0, word) : shortened).trimEnd()}…`;
}

const mediaTypes = /^(?:[\w.-]+\/(?:[\w.-]+\+)?(?:xml|rss|atom)|text\/plain|application\/octet-stream)$/;

/**
 * Decodes a feed by the charset of the byte order mark, else of the HTTP header, else of the XML declaration. Refuses
 * DTDs, which allow a billion-laughs attack.
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
