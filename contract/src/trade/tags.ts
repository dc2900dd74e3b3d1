/** Converts 'Fresh, ORGANIC ,fresh' to ['fresh', 'organic']. */
export function normalizeTags(joined: string): string[] {
  return [...new Set(joined.split(',').map((tag) => tag.trim().toLowerCase()))].filter((tag) => tag !== '');
}
