/**
 * Devanagari and full-width: '९८' and '９８' → '98'. Apart from the schemas, because screens without a form use
 * it.
 */
export function latinDigits(text: string): string {
  return text.normalize('NFKC').replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x0966));
}
