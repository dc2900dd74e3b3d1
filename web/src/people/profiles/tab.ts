/** The first tab, with the posts, has no name in the address. */
const tabs = ['saved', 'about', 'reviews'] as const;

export interface TabSearch {
  tab?: (typeof tabs)[number];
}

export function readTab({ tab }: Record<string, unknown>): TabSearch {
  const known = tabs.find((one) => one === tab);
  return known ? { tab: known } : {};
}
