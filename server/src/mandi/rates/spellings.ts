import { LRUCache } from 'lru-cache';
import { atMost } from '#src/platform/lru-size.ts';

type Names = Record<'state' | 'district' | 'market' | 'commodity' | 'variety' | 'grade', string>;

export interface Spelled {
  kind: keyof Names;
  state: string;
  district: string;
  name: string;
}

const foldedNames = new LRUCache<string, string>(atMost(60_000));

/** Folds case, spaces and punctuation, but '1-21' and '121' stay distinct, and so do 'A' and 'A+'. */
export function foldName(name: string): string {
  const cached = foldedNames.get(name);
  if (cached !== undefined) return cached;
  const key = name
    .toLowerCase()
    .replace(/(?<=\d)[^\p{L}\p{M}\d+%]+(?=\d)/gu, '-')
    .replace(/[^\p{L}\p{M}\d+%-]|(?<!\d)-|-(?!\d)/gu, '');
  foldedNames.set(name, key || name);
  return key || name;
}

/** The portal adds 'APMC' to mandi names since 2025. */
function foldMarket(market: string): string {
  const key = foldName(market);
  return key.replace(/(?<=.)apmc$/, '');
}

export function seriesKey({ state, district, market, commodity, variety, grade }: Names): string {
  return `${state}\n${foldName(district)}\n${foldMarket(market)}\n${foldName(commodity)}\n${foldName(variety)}\n${foldName(grade)}`;
}

/** The first known spelling wins. Mandis are unique within a district, the rest within the country. */
export function speller(known: Iterable<Spelled>): <T extends Names>(rate: T) => T {
  const first = new Map<string, string>();
  const spell = ({ kind, state, district, name }: Spelled): string => {
    const key = `${kind}\n${state}\n${foldName(district)}\n${kind === 'market' ? foldMarket(name) : foldName(name)}`;
    const spelled = first.get(key);
    if (spelled === undefined) first.set(key, name);
    return spelled ?? name;
  };
  for (const spelled of known) spell(spelled);
  const everywhere = { state: '', district: '' };
  return (rate) => {
    const { state, district } = rate;
    return {
      ...rate,
      district: spell({ kind: 'district', state, district: '', name: district }),
      market: spell({ kind: 'market', state, district, name: rate.market }),
      commodity: spell({ kind: 'commodity', ...everywhere, name: rate.commodity }),
      variety: spell({ kind: 'variety', ...everywhere, name: rate.variety }),
      grade: spell({ kind: 'grade', ...everywhere, name: rate.grade }),
    };
  };
}
