const names = ['location', 'trend', 'sort', 'unit', 'days', 'commodity', 'cost', 'category'] as const;

/** What the market's screens read of the address. Anything may be typed there, so each screen uses what it knows. */
export type MarketSearch = { [Name in (typeof names)[number]]?: string };

/** Values are not checked here: the lists they come from would slow down the first load of every screen. */
export function readMarket(search: Record<string, unknown>): MarketSearch {
  return Object.fromEntries(names.map((name) => [name, search[name]]));
}

/** The value where it is one of the choices: for what anybody may have typed into an address. */
export function oneOf<T extends string>(
  choices: Readonly<Record<T, string>>,
  value: string | undefined,
): T | undefined {
  return value !== undefined && Object.hasOwn(choices, value) ? (value as T) : undefined;
}
