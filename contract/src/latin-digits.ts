/** The zeros of the scripts used in India. The other nine digits follow each of them in Unicode. */
export const zeros = '०০੦૦୦௦౦೦൦٠۰᱐꯰';

const latinOf = new Map(
  [...zeros].flatMap((zero) =>
    Array.from({ length: 10 }, (_, value) => [
      String.fromCharCode(zero.charCodeAt(0) + value),
      String(value),
    ]),
  ) as [string, string][],
);

/** Converts the digits of India's scripts, and nothing else: '९८' and '௯௮' → '98'. */
export function withLatinDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => latinOf.get(digit) ?? digit);
}

/** Converts full-width characters as well: '９８' → '98'. */
export function latinDigits(text: string): string {
  return withLatinDigits(text.normalize('NFKC'));
}

/** Matches amounts with at most two decimals: '31', '31.50', '.5' and '5.'. */
export const amountPattern = /^(?=\.?\d)\d*\.?\d{0,2}$/;

/** Removes prefix and separators: '+91 98123-45670' → '9812345670'. */
export function mobileDigits(text: string): string {
  const number = latinDigits(text).replace(/[^\d\p{L}]/gu, '');
  return number.replace(/^(?:0|(?:00?)?91)(?=[6-9]\d{9}$)/, '');
}
