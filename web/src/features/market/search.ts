type Name = 'location' | 'trend' | 'sort' | 'unit' | 'days' | 'commodity' | 'cost' | 'category';

/** What the market's screens keep in the address; anything may stand there, so each takes what it knows. */
export type MarketSearch = { [Part in Name]?: string };

/** An address carries texts alone, and nothing is checked here: that would weigh on every screen's first load. */
export function readMarket(search: MarketSearch): MarketSearch {
  return search;
}
