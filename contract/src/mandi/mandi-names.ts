/**
 * 'Jaipur (F&V)', 'Khanna APMC': the place and what it trades, in the language of `placeName`. In AGMARKNET's English
 * unless both are known.
 */
export function nameOfMandi(market: string, placeName: (english: string) => string): string {
  const exact = placeName(market);
  if (exact !== market) return exact;
  const [, base = '', kind = ''] = /^(.*?)\s*(\([^()]*\))?(?:\s+APMC)?$/i.exec(market) ?? [];
  const [name, trades] = [placeName(base), placeName(kind)];
  const isKnown = name !== base && (kind === '' || trades !== kind);
  return isKnown ? `${name} ${trades}`.trim() : market;
}
