/**
 * Converts 'Fresh, ORGANIC ,fresh' to ['fresh', 'organic']. The function is not in posts.ts, because the form needs it
 * before it loads the schemas.
 */
export function normalizeTags(joined: string): string[] {
  return [...new Set(joined.split(',').map((tag) => tag.trim().toLowerCase()))].filter((tag) => tag !== '');
}
