/**
 * Converts 'Fresh, ORGANIC ,fresh' to ['fresh', 'organic']. It is apart from posts.ts, because the form loads the
 * schemas only when it checks a post.
 */
export function normalizeTags(joined: string): string[] {
  return [...new Set(joined.split(',').map((tag) => tag.trim().toLowerCase()))].filter((tag) => tag !== '');
}
