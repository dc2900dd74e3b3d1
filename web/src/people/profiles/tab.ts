/** The first tab has no name. */
const tabs = ['saved', 'about', 'reviews'] as const;

export interface TabSearch {
  tab?: (typeof tabs)[number];
}

export function readTab({ tab }: Record<string, unknown>): TabSearch {
  const known = tabs.find((one) => one === tab);
  return known ? { tab: known } : {};
}
