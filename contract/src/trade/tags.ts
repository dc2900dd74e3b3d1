import { foldText } from '../fold-text.ts';

/**
 * Converts 'Fresh, ORGANIC ,fresh' to ['fresh', 'organic']. A tag in two spellings is one, in the first of them. The
 * function is not in posts.ts, because the form needs it before it loads the schemas.
 */
export function normalizeTags(joined: string): string[] {
  const tags = joined.split(',').map((tag) => tag.trim().normalize('NFC').toLowerCase());
  const spellings = new Map<string, string>();
  for (const tag of tags) if (tag !== '' && !spellings.has(foldText(tag))) spellings.set(foldText(tag), tag);
  return [...spellings.values()];
}
