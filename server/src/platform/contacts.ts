import { zeros } from '@upaj/contract/latin-digits';
import { findSpelledNumbers } from './spelled-numbers.ts';

/** These characters also change the direction of the text around them. */
const directionMarks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

const zeroCodes = [...`0${zeros}`].map((zero) => zero.charCodeAt(0));
/** Mobile numbers begin with a digit from 6 to 9. */
const sixToNine = zeroCodes.map((zero) => String.fromCharCode(zero + 6, 0x2d, zero + 9)).join('');
/** Numbers with a letter or currency sign between them are two: '50 kg x 200 bags', '₹500-₹600'. */
const gap = String.raw`[^\p{L}\p{N}\p{Sc}]{0,20}`;

const longNumber = /\+?\p{Nd}{10,}/gu;
const lookAlikes: Readonly<Record<string, string>> = {
  o: '0',
  O: '0',
  l: '1',
  I: '1',
  s: '5',
  S: '5',
  Z: '2',
  B: '8',
};
/** Matches digits with letters that look like some: '98765O432I'. An l or s at the end may be a unit: '80l'. */
const disguisedDigits =
  /(?<![\p{L}\p{M}\p{Nd}])(?=[oOlIsSZB]*\p{Nd})[\p{Nd}oOlIsSZB]+(?<![ls])(?![\p{L}\p{M}])/gu;
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
const link = /(?:\w+:\/\/|www\.)\S+|(?<![\p{L}\d-])[\p{L}\d-]+\.\p{L}{2,}\/\S+/giu;
/** Matches any domain, and therefore also 'wheat.Call', which lacks a space. 'Rs.per' and '2500.Good' do not match. */
const site =
  /(?<![\p{L}\p{M}\d-])(?!(?:rs|no|dr|mr|mrs|smt|sh|approx|qtl|kgs?)\.[\p{L}\p{M}]+(?![.\p{L}\p{M}]))(?=[\d.-]*[\p{L}\p{M}][\p{L}\p{M}\d-]*\.)(?:[\p{L}\p{M}\d-]+\.)+[\p{L}\p{M}]{2,}(?![\p{L}\p{M}\d])/giu;

const inBrackets = (words: string) => String.raw`\s{0,3}[([{<]\s?(?:${words})\s?[)\]}>]\s{0,3}`;
const spelledAt = inBrackets('at|एट|ऐट|অ্যাট|એટ|ਐਟ|ఎట్|அட்');
const dots = 'dot|डॉट|डाट|ডট|ડોટ|ਡਾਟ|ਡੌਟ|డాట్|டாட்|ಡಾಟ್|ഡോട്ട്';
const spelledDot = String.raw`(?:${inBrackets(dots)}|\s{1,3}(?:${dots})\s{1,3}(?=(?:com|in|net|org|co|me|shop|कॉम|इन)(?![\p{L}\p{M}\d])))`;
const label = String.raw`[\p{L}\p{M}\d_-]+`;
/** Matches 'gill(at)gmail(dot)com', 'gill at gmail dot com' and 'gillfarm dot in'. */
const spelledAddress = new RegExp(
  String.raw`(?<![\p{L}\p{M}\d_-])${label}(?:\.${label}){0,5}(?:${spelledAt}${label}(?:(?:\.|${spelledDot})${label}){0,5}|(?:\s{1,3}at\s{1,3}${label})?(?:${spelledDot}${label}){1,5})`,
  'giu',
);
const services =
  'insta(?:gram)?|ig|telegram|tg|facebook|fb|snapchat|youtube|yt|twitter|इंस्टा(?:ग्राम)?|टेलीग्राम|फेसबुक|यूट्यूब';
/** Matches 'insta: @gill_farm', and names that only an account can have: '@gill.farm'. */
const handle = new RegExp(
  String.raw`(?<![\p{L}\p{M}\d])(?:${services})(?:\s(?:id|page))?\s?(?:[:=-]\s?@?|@)\s?[\p{L}\p{M}\d_.]{3,}|(?<!\S)@${notAmount}[\p{L}\d]*\p{L}[._]+\p{L}[\p{L}\d_.]*`,
  'giu',
);

/** Removes phone numbers and addresses, because sellers type them into titles, where robots collect them. */
export function withoutContacts(text: string): string {
  const patterns = [spelledAddress, handle, email, paymentAddress, link, site];
  return patterns.reduce((rest, pattern) => rest.replace(pattern, '…'), withoutNumbers(plainText(text)));
}

export function hasPhoneNumber(text: string): boolean {
  const plain = plainText(text);
  return findSpelledNumbers(plain).length > 0 || asDigits(plain).search(longOrSpaced) >= 0;
}

const longOrSpaced = new RegExp(`${longNumber.source}|${spacedNumber.source}`, 'gu');

function withoutNumbers(plain: string): string {
  const spelled = findSpelledNumbers(plain).toReversed();
  const rest = spelled.reduce((cut, { start, end }) => `${cut.slice(0, start)}…${cut.slice(end)}`, plain);
  // The numbers are looked for in a copy, so that all else keeps its letters.
  const copy = asDigits(rest);
  let shown = '';
  let shownTo = 0;
  for (const { index, 0: number } of copy.matchAll(longOrSpaced)) {
    shown += `${rest.slice(shownTo, index)}…`;
    shownTo = index + number.length;
  }
  return shown + rest.slice(shownTo);
}

/** Returns a text of the same length in which letters that look like digits are digits. */
function asDigits(plain: string): string {
  return plain.replace(disguisedDigits, (number) =>
    number.replace(/[oOlIsSZB]/g, (letter) => lookAlikes[letter] ?? letter),
  );
}

/** Makes all forms of a character one. An ideographic full stop is a dot, because browsers take it for one. */
function plainText(text: string): string {
  return text
    .replace(directionMarks, '')
    .replace(circledDigit, digitOf)
    .normalize('NFKC')
    .replaceAll('\u3002', '.');
}

function digitOf(circled: string): string {
  const code = circled.charCodeAt(0);
  return code === 0x24ff ? '0' : String(((code - 0x2776) % 10) + 1);
}
