import { foldName } from '#src/platform/names/fold-name.ts';

interface Names extends Record<'state' | 'district' | 'market' | 'commodity' | 'variety' | 'grade', string> {
  /** A quintal if absent. */
  unit?: string;
}

/** The word 'APMC' is left out, because the portal adds it to mandi names since 2025. */
function foldMarket(market: string): string {
  const key = foldName(market);
  return key.replace(/(?<=.)apmc$/, '');
}

export function seriesKey({
  state,
  district,
  market,
  commodity,
  variety,
  grade,
  unit = 'quintal',
}: Names): string {
  return `${state}\n${foldName(district)}\n${foldMarket(market)}\n${foldName(commodity)}\n${foldName(variety)}\n${foldName(grade)}\n${unit}`;
}

/**
 * Makes a function that gives names the spelling that came first. Mandis are unique within a district, the rest
 * within the country.
 */
export function speller(): <T extends Names>(named: T) => T {
  const first = new Map<string, string>();
  function spell(name: string, ...key: string[]): string {
    const text = key.join('\n');
    const known = first.get(text);
    if (known === undefined) first.set(text, name);
    return known ?? name;
  }
  return (named) => {
    const { state, district, market, commodity, variety, grade } = named;
    return {
      ...named,
      district: spell(district, 'district', state, foldName(district)),
      market: spell(market, 'market', state, foldName(district), foldMarket(market)),
      commodity: spell(commodity, 'commodity', foldName(commodity)),
      variety: spell(variety, 'variety', foldName(variety)),
      grade: spell(grade, 'grade', foldName(grade)),
    };
  };
}
