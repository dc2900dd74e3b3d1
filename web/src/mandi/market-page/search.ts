const names = ['location', 'trend', 'sort', 'unit', 'days', 'commodity', 'cost', 'category'] as const;

/** A value may be any text, because it comes from the address. */
export type MarketSearch = { [Name in (typeof names)[number]]?: string };

/** Values are not validated here, because the lists would slow down every first load. */
export function readMarket(search: Record<string, unknown>): MarketSearch {
  return Object.fromEntries(names.map((name) => [name, search[name]]));
}

export function oneOf<T extends string>(
  choices: Readonly<Record<T, string>>,
  value: string | undefined,
): T | undefined {
  return value !== undefined && Object.hasOwn(choices, value) ? (value as T) : undefined;
}
