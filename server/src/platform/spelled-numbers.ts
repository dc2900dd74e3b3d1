import { latinDigits } from '@upaj/contract/latin-digits';

/** Words of a digit, in Latin characters and in each script, from 0 to 9. */
const digitWords: readonly string[] = [
  `zero oh nil shunya sunya shoonya शून्य ज़ीरो जीरो झिरो শূন্য জিরো શૂન્ય ઝીરો ਸਿਫਰ ਸਿਫ਼ਰ ਜ਼ੀਰੋ ਜੀਰੋ ଶୂନ ଶୂନ୍ୟ ଜିରୋ
   பூஜ்ஜியம் பூஜ்யம் சுழியம் ஜீரோ సున్నా సున్న జీరో ಸೊನ್ನೆ ಜೀರೋ പൂജ്യം സീറോ`,
  `one ek एक वन এক ওয়ান એક ਇੱਕ ਇਕ ଏକ ஒன்று ஒண்ணு ஒன் ఒకటి వన్ ಒಂದು ಒನ್ ഒന്ന് വൺ`,
  `two do दो दोन टू দুই টু બે ਦੋ ଦୁଇ இரண்டு ரெண்டு டூ రెండు టూ ಎರಡು ಟೂ രണ്ട് ടു`,
  `three teen tin तीन थ्री তিন থ্রি ત્રણ ਤਿੰਨ ତିନି ତିନ மூன்று மூணு త్రీ మూడు ಮೂರು ത്രീ മൂന്ന്`,
  `four char chaar चार फोर চার ફોર ચાર ਚਾਰ ଚାରି நான்கு நாலு నాలుగు ఫోర్ ನಾಲ್ಕು നാല് ഫോർ`,
  `five panch paanch paach पांच पाँच पाच फाइव পাঁচ પાંચ ਪੰਜ ପାଞ୍ଚ ஐந்து அஞ்சு ఐదు ಐದು അഞ്ച്`,
  `six chhe chah chhah cheh छह छः छे छै सहा सिक्स ছয় છ ਛੇ ଛଅ ଛଅଟି ஆறு ఆరు ಆರು ആറ്`,
  `seven saat सात सेवन সাত સાત ਸੱਤ ସାତ ஏழு ఏడు ಏಳು ഏഴ്`,
  `eight aath आठ एट আট આઠ ਅੱਠ ଆଠ எட்டு ఎనిమిది ಎಂಟು എട്ട്`,
  `nine nau नौ नऊ नाइन নয় નવ ਨੌਂ ਨੌ ନଅ ஒன்பது తొమ్మిది ಒಂಬತ್ತು ഒമ്പത് ഒൻപത്`,
];
const repetitions = new Map([
  ...['double', 'डबल', 'ডাবল', 'ડબલ', 'ਡਬਲ', 'ଡବଲ', 'டபுள்', 'డబుల్', 'ಡಬಲ್', 'ഡബിൾ'].map(
    (word) => [word, 2] as const,
  ),
  ...['triple', 'ट्रिपल', 'ট্রিপল', 'ટ્રિપલ', 'ਟ੍ਰਿਪਲ'].map((word) => [word, 3] as const),
]);
/** Words that people put between the parts of one number. */
const connectors = new Set(
  `then and phir fir aur baad uske फिर और बाद उसके मग नंतर তারপর এবং তারপরে પછી અને ਫਿਰ ਫੇਰ ਤੇ ਅਤੇ ତାପରେ ପରେ ଓ
   பிறகு அப்புறம் తర్వాత తరువాత మరియు ನಂತರ ಆಮೇಲೆ ಮತ್ತು പിന്നെ ശേഷം`
    .normalize('NFKC')
    .split(/\s+/),
);

const digitOf = new Map(
  digitWords.flatMap((words, digit) =>
    words
      .normalize('NFKC')
      .trim()
      .split(/\s+/)
      .map((word) => [word, digit] as const),
  ),
);

const digitsOfPhone = 10;
/** A range of prices may be two numbers with a word between them, but hardly three words that are digits. */
const wordsOfPhone = 3;
/** Signs between the words of one number. */
const farthest = 6;

interface Token {
  start: number;
  end: number;
  digits: number;
  kind: 'word' | 'number' | 'connector' | 'repetition';
  text: string;
}

function readToken(match: RegExpExecArray): Token | undefined {
  const text = match[0].toLowerCase();
  const place = { start: match.index, end: match.index + match[0].length, text };
  if (/^\p{Nd}/u.test(text)) return { ...place, digits: text.length, kind: 'number' };
  if (digitOf.has(text)) return { ...place, digits: 1, kind: 'word' };
  if (repetitions.has(text)) return { ...place, digits: 0, kind: 'repetition' };
  return connectors.has(text) ? { ...place, digits: 0, kind: 'connector' } : undefined;
}

/** Finds phone numbers whose digits are words, or whose parts have a word between them. The text is in NFKC. */
export function findSpelledNumbers(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  let run: Token[] = [];
  const endRun = () => {
    while (run[0]?.kind === 'connector') run.shift();
    while (run.at(-1)?.kind === 'connector') run.pop();
    const [first] = run;
    const last = run.at(-1);
    if (first && last && isPhone(run)) found.push({ start: first.start, end: last.end });
    run = [];
  };
  for (const match of text.matchAll(/[\p{L}\p{M}]+|\p{Nd}+/gu)) {
    const token = readToken(match);
    const end = run.at(-1)?.end ?? 0;
    if (!token || (run.length > 0 && isApart(text.slice(end, token.start)))) endRun();
    if (token) run.push(token);
  }
  endRun();
  return found;
}

/** Returns whether the signs between two tokens make them two numbers. */
const isApart = (between: string) => between.length > farthest || /[\p{Sc}]/u.test(between);

function isPhone(run: readonly Token[]): boolean {
  let digits = 0;
  let times = 1;
  for (const token of run) {
    digits += token.digits * times;
    times = repetitions.get(token.text) ?? 1;
  }
  if (digits < digitsOfPhone) return false;
  if (run.filter(({ kind }) => kind === 'word').length >= wordsOfPhone) return true;
  const numbers = run.filter(({ kind }) => kind === 'number');
  const isRound = numbers.every(({ text }) => text.endsWith('00'));
  const isMobile = /^[6-9]/.test(latinDigits(run[0]?.text ?? ''));
  return isMobile && !isRound && run.some(({ kind }) => kind === 'connector');
}
