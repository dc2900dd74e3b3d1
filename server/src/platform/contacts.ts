import { zeros } from '@upaj/contract/latin-digits';

/** These characters also change the direction of the text around them. */
const directionMarks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

const zeroCodes = [...`0${zeros}`].map((zero) => zero.charCodeAt(0));
/** Mobile numbers begin with a digit from 6 to 9. */
const sixToNine = zeroCodes.map((zero) => String.fromCharCode(zero + 6, 0x2d, zero + 9)).join('');
/** Numbers with a letter or currency sign between them are two: '50 kg x 200 bags', '₹500-₹600'. */
const gap = String.raw`[^\p{L}\p{N}\p{Sc}]{0,20}`;

const longNumber = /\+?\p{Nd}{10,}/gu;
/** The letter O counts as a zero if it is alone among digits: '98765O4321'. */
const zeroLetter = /(?<=\p{Nd}[^\p{L}\p{N}]{0,3}[oO]*)[oO](?=[oO]*(?![\p{L}\p{M}]))/gu;
/** Unicode does not give the numbers of these digits: ❶ ➀ ➊. */
const circledDigit = /[\u2776-\u277e\u2780-\u2788\u278a-\u2792\u24ff]/g;
/**
 * Matches numbers with gaps up to the end of the digits, because a short number may come first: '70 98765 43210'.
 * Landlines match too.
 */
const spacedNumber = new RegExp(
  String.raw`(?:\+${gap})?(?:[${sixToNine}]|(?<!\p{Nd})[${String.fromCharCode(...zeroCodes)}]${gap}[1-9])(?:${gap}\p{Nd}){9,}`,
  'gu',
);

/** A price is not an address: 'Onion@Rs.25'. */
const notAmount = String.raw`(?!(?:rs|inr|re)[.\s\d])`;
const email = new RegExp(String.raw`[^\s@]+\s?@\s?${notAmount}(?=[\d-]*\p{L})[^\s@]+\.\p{L}{2,}\S*`, 'giu');
/** Matches UPI addresses, such as 'gill@okaxis'. */
const paymentAddress = new RegExp(String.raw`[^\s@]+@${notAmount}(?=\p{L})[^\s@]+`, 'giu');
const link = /(?:\w+:\/\/|www\.)\S+|[\p{L}\d-]+\.\p{L}{2,}\/\S+/giu;
/** Matches any domain, and therefore also 'wheat.Call', which lacks a space. 'Rs.per' and '2500.Good' do not match. */
const site =
  /(?<![\p{L}\p{M}\d-])(?!(?:rs|no|dr|mr|mrs|smt|sh|approx|qtl|kgs?)\.[\p{L}\p{M}]+(?![.\p{L}\p{M}]))(?=[\d.-]*[\p{L}\p{M}][\p{L}\p{M}\d-]*\.)(?:[\p{L}\p{M}\d-]+\.)+[\p{L}\p{M}]{2,}(?![\p{L}\p{M}\d])/giu;

/** Removes phone numbers and addresses, because sellers type them into titles, where robots collect them. */
export function withoutContacts(text: string): string {
  const patterns = [longNumber, spacedNumber, email, paymentAddress, link, site];
  return patterns.reduce((rest, pattern) => rest.replace(pattern, '…'), plainText(text));
}

export function hasPhoneNumber(text: string): boolean {
  const plain = plainText(text);
  return [longNumber, spacedNumber].some((pattern) => plain.search(pattern) >= 0);
}

function plainText(text: string): string {
  const plain = text.replace(directionMarks, '').replace(circledDigit, digitOf).normalize('NFKC');
  return plain.replace(zeroLetter, '0');
}

function digitOf(circled: string): string {
  const code = circled.charCodeAt(0);
  return code === 0x24ff ? '0' : String(((code - 0x2776) % 10) + 1);
}
