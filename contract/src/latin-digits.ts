/**
 * Devanagari and full-width: '९८' and '９８' → '98'. Apart from the schemas, because screens without a form use
 * it.
 */
export function latinDigits(text: string): string {
  return text.normalize('NFKC').replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x0966));
}

/** Amounts have at most two decimals: '31', '31.50', '.5' and '5.'. */
export const amountPattern = /^(?=\.?\d)\d*\.?\d{0,2}$/;

/** '+91 98123-45670' → '9812345670'. */
export function mobileDigits(text: string): string {
  const number = latinDigits(text).replace(/[^\d\p{L}]/gu, '');
  return number.replace(/^(?:0|(?:00?)?91)(?=[6-9]\d{9}$)/, '');
}
