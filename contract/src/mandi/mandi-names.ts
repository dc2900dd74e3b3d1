/**
 * Translates the name of a mandi with `placeName`: the whole name, or else its place and what it trades, as in 'Jaipur
 * (F&V)'. Returns AGMARKNET's English name unless all of it can be translated.
 */
export function nameOfMandi(market: string, placeName: (english: string) => string): string {
  const exact = placeName(market);
  if (exact !== market) return exact;
  const [, base = '', kind = ''] = /^(.*?)\s*(\([^()]*\))?(?:\s+APMC)?$/i.exec(market) ?? [];
  const [name, trades] = [placeName(base), placeName(kind)];
  const isKnown = name !== base && (kind === '' || trades !== kind);
  return isKnown ? `${name} ${trades}`.trim() : market;
}
