import { latinDigits } from '@upaj/contract/latin-digits';
import {
  atWords,
  chatApps,
  digitOfWord,
  dotWords,
  englishDigits,
  mailProviders,
  measures,
  tens,
  thenWords,
  topDomains,
} from './contact-words.ts';
import { cutSpans, originOf, replaceIn, shadowOf, type Shadow, type Span } from './shadow-text.ts';

/** These characters also change the direction of the text around them. */
const directionMarks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** Unicode does not give the numbers of these digits: ❶ ➀ ➊. */
const circledDigit = /[\u2776-\u277e\u2780-\u2788\u278a-\u2792\u24ff]/g;

const word = /[\p{L}\p{M}]+/gu;
const digitsAndLetters = /[\p{L}\p{M}\d|]+/gu;
const gluedWords = new RegExp(`^(?:${englishDigits.join('|')})+$`);
const oneGluedWord = new RegExp(englishDigits.join('|'), 'g');
const tensAndUnit = new RegExp(
  String.raw`(?<![\p{L}\p{M}])(${tens.join('|')})([\s-]{1,3})(${englishDigits.slice(2).join('|')})(?![\p{L}\p{M}])`,
  'giu',
);
const repeated = /(?<![\p{L}\p{M}])(double|dabal|डबल|triple|tripal|ट्रिपल)[\s-]{1,3}(\d)/giu;
/** Letters that look like a digit. The letter l after a short number is litres. */
const lookalikes: Readonly<Record<string, string>> = {
  O: '0',
  o: '0',
  О: '0',
  о: '0',
  Ο: '0',
  ο: '0',
  I: '1',
  l: '1',
  i: '1',
  '|': '1',
  S: '5',
  s: '5',
  Z: '2',
  z: '2',
  B: '8',
};
const looksLikeNumber = /^[\dOoОоΟοIli|SsZzB]+$/;
const litres = /^\d{1,3}l$/;
/** These are zeros and ones among digits even where other letters follow: '98765O4321kg'. */
const betweenDigits = /(?<=\d)[OoОоΟοIl|]{1,3}(?=\d)|(?<=\d)[OoОоΟο]+(?![\p{L}\p{M}])/gu;
/** A word of zeros only counts after a digit: '98 OOO 43210'. */
const zeroWord = /(?<=\d[^\p{L}\p{N}]{1,3})[OoОоΟο]+(?![\p{L}\p{M}\d])/gu;

/** Numbers with a letter or currency sign between them are two: '50 kg x 200 bags', '₹500-₹600'. */
const gap = String.raw`[^\p{L}\p{N}\p{Sc}]{0,20}`;
const longNumber = /\+?\d{10,}/g;
/**
 * Matches numbers with gaps up to the end of the digits, because a short number may come first: '70 98765 43210'.
 * Landlines match too.
 */
const spacedNumber = new RegExp(String.raw`(?:\+${gap})?(?:[6-9]|(?<!\d)0${gap}[1-9])(?:${gap}\d){9,}`, 'gu');
/** Two halves of a mobile number with up to three words between them. */
const halves = /(?<!\d)([6-9]\d{4})(?!\d)([^\d\p{Sc}]{1,40})(\d{5})(?!\d)/gu;

const notLetter = String.raw`(?<![\p{L}\p{M}\p{N}])`;
const afterWord = String.raw`(?![\p{L}\p{M}\p{N}])`;
const bracketed = (words: string) =>
  new RegExp(String.raw`\s{0,3}[([{<*_~-]\s?(?:${words})\s?[)\]}>*_~-]\s{0,3}`, 'giu');
const bracketedAt = bracketed(atWords);
const bracketedDot = bracketed(dotWords);
/** Dots of other scripts count only before a domain: '。' also ends sentences. */
const otherDot = new RegExp(
  String.raw`\s?[\u3002\u30fb\u00b7\u2022\u2027\u2219\u22c5\u06d4\u0964\ua4f8\u0701\u0702]\s?(?=(?:${topDomains})${afterWord})`,
  'giu',
);
const spokenDot = new RegExp(
  String.raw`\s{1,3}(?:${dotWords})\s{1,3}(?=(?:${topDomains})${afterWord})`,
  'giu',
);
const spacedDomain = new RegExp(
  String.raw`(?<=${notLetter}(?:${mailProviders}))[\s,]{1,3}(?=com${afterWord})`,
  'giu',
);
const spokenAt = new RegExp(
  String.raw`\s{1,3}(?:${atWords})\s{1,3}(?=(?:${mailProviders})${afterWord}|[\w-]{1,60}\.(?:${topDomains})${afterWord})`,
  'giu',
);
/** NFKC would make it a letter. */
const circledAt = /[ⓐⒶ]/g;

/** A price is not an address: 'Onion@Rs.25'. */
const notAmount = String.raw`(?!(?:rs|inr|re)[.\s\d])`;
const email = new RegExp(
  String.raw`(?<![^\s@])[^\s@]+\s?@\s?${notAmount}(?=[\d-]*\p{L})[^\s@]+\.\p{L}{2,}\S*`,
  'giu',
);
/** Matches UPI addresses, such as 'gill@okaxis'. */
const paymentAddress = new RegExp(String.raw`(?<![^\s@])[^\s@]+@${notAmount}(?=\p{L})[^\s@]+`, 'giu');
const link = /(?:(?<!\w)\w+:\/\/|www\.)\S+|(?<![\p{L}\d-])[\p{L}\d-]+\.\p{L}{2,}\/\S+/giu;
/** Matches any domain, and therefore also 'wheat.Call', which lacks a space. 'Rs.per' and '2500.Good' do not match. */
const site =
  /(?<![\p{L}\p{M}\d-])(?!(?:rs|no|dr|mr|mrs|smt|sh|approx|qtl|kgs?)\.[\p{L}\p{M}]+(?![.\p{L}\p{M}]))(?=[\d.-]*[\p{L}\p{M}][\p{L}\p{M}\d-]*\.)(?:[\p{L}\p{M}\d-]+\.)+[\p{L}\p{M}]{2,}(?![\p{L}\p{M}\d])/giu;
/** Matches the name after the name of an app: 'insta: gill', 'telegram @gill', 'fb id gill_farm'. */
const namedAccount = new RegExp(
  String.raw`(?<=${notLetter}(?:${chatApps})(?:\s?(?:id|par|pe|on|पर|आईडी))?(?:\s{0,3}[:=–-]{1,3}\s{0,3}@?|\s{0,3}@\s?))[\p{L}\p{M}\d_.]{3,}`,
  'giu',
);
/** Without the name of an app, only what no word looks like: '@gill_farm', '@gill77'. */
const account = /(?<![\p{L}\p{N}])@(?=[\p{L}.]{0,30}[\d_])\p{L}[\p{L}\p{M}\d_.]{2,}/gu;
const addresses = [email, paymentAddress, link, site, namedAccount, account];

/** Removes phone numbers and addresses, because sellers type them into titles, where robots collect them. */
export function withoutContacts(text: string): string {
  const plain = plainText(text);
  return cutSpans(plain, [...findNumbers(plain), ...findAddresses(plain)]);
}

export function hasPhoneNumber(text: string): boolean {
  return findNumbers(plainText(text)).length > 0;
}

function plainText(text: string): string {
  const plain = text.replace(directionMarks, '').replace(circledAt, '@');
  return plain.replace(circledDigit, digitOfCircle).normalize('NFKC');
}

function digitOfCircle(circled: string): string {
  const code = circled.charCodeAt(0);
  return code === 0x24ff ? '0' : String(((code - 0x2776) % 10) + 1);
}

function findNumbers(plain: string): Span[] {
  const shadow = withDigits(shadowOf(plain));
  const spans: Span[] = [];
  const find = (pattern: RegExp, text: string) =>
    text.replace(pattern, (found: string, ...rest: unknown[]) => {
      const at = rest.find((value) => typeof value === 'number') ?? 0;
      if (pattern === halves && !areHalves(...(rest as [string, string, string]))) return found;
      if (pattern === spacedNumber && isSeries(found)) return found;
      spans.push(originOf(shadow, at, at + found.length));
      // What was found is masked, so that it does not join the numbers beside it.
      return 'x'.repeat(found.length);
    });
  find(halves, find(spacedNumber, find(longNumber, shadow.text)));
  return spans;
}

/** Undoes the disguises of digits: other scripts, words and letters. */
function withDigits(plain: Shadow): Shadow {
  let shadow = replaceIn(plain, /\p{Nd}/gu, (digit) => latinDigits(digit));
  shadow = replaceIn(
    shadow,
    tensAndUnit,
    (_, ten = '', __, unit = '') => digitsOf(ten).slice(0, 1) + digitsOf(unit),
  );
  shadow = replaceIn(shadow, word, (found) => {
    const folded = found.toLowerCase();
    return thenWords.has(folded) ? ' ' : digitsOf(folded) || found;
  });
  shadow = replaceIn(shadow, repeated, (_, times = '', digit = '') =>
    digit.repeat(/^(?:d|ड)/i.test(times) ? 2 : 3),
  );
  shadow = replaceIn(shadow, digitsAndLetters, (found) => {
    const isNumber = looksLikeNumber.test(found) && /\d/.test(found) && !litres.test(found);
    return isNumber ? replaceLookalikes(found) : found.replace(betweenDigits, replaceLookalikes);
  });
  return replaceIn(shadow, zeroWord, replaceLookalikes);
}

function digitsOf(found: string): string {
  const folded = found.toLowerCase();
  const digits = digitOfWord.get(folded);
  if (digits !== undefined || !gluedWords.test(folded)) return digits ?? '';
  return folded.replace(oneGluedWord, (one) => digitOfWord.get(one) ?? '');
}

function replaceLookalikes(text: string): string {
  return [...text].map((letter) => lookalikes[letter] ?? letter).join('');
}

/** Sizes and weights are a series of short, round numbers: '60-80, 80-100, 100-120'. */
function isSeries(found: string): boolean {
  return (found.match(/\d+/g) ?? []).every((digits) => digits.length <= 3 && Number(digits) % 5 === 0);
}

/** Two prices are round, or have a measure between them. */
function areHalves(first: string, between: string, second: string): boolean {
  const words = between.toLowerCase().match(word) ?? [];
  const isPrice = Number(first) % 50 === 0 || Number(second) % 50 === 0;
  return !isPrice && words.length <= 3 && !words.some((one) => measures.has(one));
}

function findAddresses(plain: string): Span[] {
  const replacements: [RegExp, string][] = [
    [bracketedAt, '@'],
    [bracketedDot, '.'],
    [otherDot, '.'],
    [spokenDot, '.'],
    [spacedDomain, '.'],
    [spokenAt, '@'],
  ];
  const shadow = replacements.reduce(
    (text, [pattern, by]) => replaceIn(text, pattern, () => by),
    shadowOf(plain),
  );
  return addresses.flatMap((pattern) =>
    [...shadow.text.matchAll(pattern)].map(({ index, 0: found }) =>
      originOf(shadow, index, index + found.length),
    ),
  );
}
