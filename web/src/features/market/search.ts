const names = ['location', 'trend', 'sort', 'unit', 'days', 'commodity', 'cost', 'category'] as const;

/** What the market's screens keep in the address. Each reads its own names, and takes what it does not know for absent. */
export type MarketSearch = { [Name in (typeof names)[number]]?: string };

export function readMarket(search: Record<string, unknown>): MarketSearch {
  return Object.fromEntries(
    names.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : [])),
  );
}
