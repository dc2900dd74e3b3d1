import { LRUCache } from 'lru-cache';
import { atMost } from '#src/platform/lru-size.ts';

const foldedNames = new LRUCache<string, string>(atMost(60_000));

/** Folds case, spaces and punctuation. '1-21' and '121' stay distinct, and so do 'A' and 'A+'. */
export function foldName(name: string): string {
  const cached = foldedNames.get(name);
  if (cached !== undefined) return cached;
  const key = name
    .toLowerCase()
    .replace(/(?<=\d)[^\p{L}\p{M}\d+%]+(?=\d)/gu, '-')
    .replace(/[^\p{L}\p{M}\d+%-]|(?<!\d)-|-(?!\d)/gu, '');
  foldedNames.set(name, key || name);
  return key || name;
}
