/**
 * Converts Devanagari and full-width digits: '९८' and '９८' → '98'. Separate from the schemas, because screens without a
 * form use it too.
 */
export function latinDigits(text: string): string {
  return text.normalize('NFKC').replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x0966));
}
