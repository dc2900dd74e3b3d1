/** The chosen part of a profile, as it stands in the address; the posts, which come first, are not named. */
export interface TabSearch {
  tab?: 'about' | 'reviews';
}

export function readTab({ tab }: Record<string, unknown>): TabSearch {
  return tab === 'about' || tab === 'reviews' ? { tab } : {};
}
