import { createHash } from 'node:crypto';
import { parseFeed } from 'feedsmith';
import { FeedError, type FetchedFeed } from './fetch-feed.ts';
import { decodeFeed } from './decode-feed.ts';
import { toPlainText } from './plain-text.ts';
import { newsLifetime, rateNews } from './rules.ts';
import type { NewsDraft } from './store.ts';

const mostItems = 100;
const longest = { title: 200, summary: 500, source: 100, link: 2000, guid: 500 };

interface Item {
  guid: string | undefined;
  title: string | undefined;
  summary: string | undefined;
  link: string | undefined;
  date: string | undefined;
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
    const publishedAt = readDate(item.date, now);
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
        date: item.pubDate ?? item.dc?.dates?.[0],
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
      date: entry.published ?? entry.updated,
    })),
  };
}

function readDate(text: string | undefined, now: Date): Date {
  // Date.parse does not know IST.
  const time = Date.parse((text ?? '').trim().replace(/\s*\bIST$/, ' +0530'));
  return Number.isNaN(time) || time > now.getTime() ? now : new Date(time);
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
