export interface TabSearch {
  tab?: 'about' | 'reviews';
}

export function readTab({ tab }: Record<string, unknown>): TabSearch {
  return tab === 'about' || tab === 'reviews' ? { tab } : {};
}
