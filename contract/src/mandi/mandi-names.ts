/**
 * Names a mandi by its place and what it trades, as in 'Jaipur (F&V)' and 'Khanna APMC', in the language of
 * `placeName`. Uses AGMARKNET's English name unless both parts are known.
 */
export function nameOfMandi(market: string, placeName: (english: string) => string): string {
  const exact = placeName(market);
  if (exact !== market) return exact;
  const [, base = '', kind = ''] = /^(.*?)\s*(\([^()]*\))?(?:\s+APMC)?$/i.exec(market) ?? [];
  const [name, trades] = [placeName(base), placeName(kind)];
  const isKnown = name !== base && (kind === '' || trades !== kind);
  return isKnown ? `${name} ${trades}`.trim() : market;
}
