import { romanize } from './romanize.ts';
import type { NumberWord } from './number-word.ts';

type Rows = readonly (readonly [number, string])[];

/** Words that grow together in Tamil, Telugu, Kannada and Malayalam, in all their forms. */
const numbers: Rows = [
  [0.25, 'கால் కాలు పావు ಕಾಲು കാൽ'],
  [0.5, 'அரை అర ಅರ್ಧ ಅರೆ അര'],
  [0.75, 'முக்கால் ముప్పావు ಮುಕ್ಕಾಲು മുക്കാൽ'],
  [1, 'ஒன்று ஒரு ஒண்ணு ఒకటి ఒక ఒక్క ಒಂದು ഒന്ന് ഒരു'],
  [2, 'இரண்டு ரெண்டு రెండు ಎರಡು ರೆಡು രണ്ട്'],
  [3, 'மூன்று மூணு மூவ మూడు ಮೂರು മൂന്ന്'],
  [4, 'நான்கு நாலு నాలుగు ನಾಲ್ಕು ನಾಕು നാല് നാലു'],
  [5, 'ஐந்து அஞ்சு ஐய ఐదు ಐದು അഞ്ച്'],
  [6, 'ஆறு అరు ఆరు ಆರು ആറ്'],
  [7, 'ஏழு ఏడు ಏಳು ഏഴ്'],
  [8, 'எட்டு ఎనిమిది ಎಂಟು എട്ട്'],
  [9, 'ஒன்பது ஒம்பது తొమ్మిది ಒಂಬತ್ತು ഒമ്പത് ഒൻപത്'],
  [10, 'பத்து பதின் పది ಹತ್ತು പത്ത് പതിന'],
  [11, 'பதினொன்று பதினோரு பதினொண்ணு పదకొండు ಹನ್ನೊಂದು പതിനൊന്ന്'],
  [12, 'பன்னிரண்டு பன்னெண்டு பனிரெண்டு పన్నెండు ಹನ್ನೆರಡು പന്ത്രണ്ട്'],
  [13, 'பதிமூன்று பதிமூணு పదమూడు పదిమూడు ಹದಿಮೂರು പതിമൂന്ന്'],
  [14, 'பதினான்கு பதினாலு పద్నాలుగు పదునాలుగు ಹದಿನಾಲ್ಕು പതിനാല്'],
  [15, 'பதினைந்து பதினஞ்சு పదిహేను పదిహేన ಹದಿನೈದು പതിനഞ്ച്'],
  [16, 'பதினாறு పదహారు పదహార ಹದಿನಾರು പതിനാറ്'],
  [17, 'பதினேழு పదిహేడు ಹದಿನೇಳು പതിനേഴ്'],
  [18, 'பதினெட்டு పద్దెనిమిది ಹದಿನೆಂಟು പതിനെട്ട്'],
  [19, 'பத்தொன்பது பத்தொம்பது పంతొమ్మిది పందొమ్మిది ಹತ್ತೊಂಬತ್ತು പത്തൊമ്പത് പത്തൊൻപത്'],
  [20, 'இருபது இருபத்து ఇరవై ಇಪ್ಪತ್ತು ഇരുപത് ഇരുപത്ത'],
  [30, 'முப்பது முப்பத்து ముప్పై ముప్ఫై ಮೂವತ್ತು മുപ്പത് മുപ്പത്ത'],
  [40, 'நாற்பது நாற்பத்து நாப்பது నలభై నలబై ನಲವತ್ತು ನಲ್ವತ್ತು നാല്പത് നാൽപ്പത് നാല്പത്ത'],
  [50, 'ஐம்பது ஐம்பத்து அம்பது యాభై యాబై ಐವತ್ತು അമ്പത് അൻപത് അമ്പത്ത'],
  [60, 'அறுபது அறுபத்து అరవై ಅರವತ್ತು ಅರುವತ್ತು അറുപത് അറുപത്ത'],
  [70, 'எழுபது எழுபத்து డెబ్బై డెభై ಎಪ್ಪತ್ತು എഴുപത് എഴുപത്ത'],
  [80, 'எண்பது எண்பத்து எம்பது ఎనభై ఎనబై ಎಂಬತ್ತು ಎಂಭತ್ತು എൺപത് എമ്പത് എൺപത്ത'],
  [90, 'தொண்ணூறு தொண்ணூற்று తొంభై తొంబై ತೊಂಬತ್ತು തൊണ്ണൂറ് തൊണ്ണൂറ്റ'],
  [200, 'இருநூறு இருநூற்று ఇన్నూరు రెండొందలు ಇನ್ನೂರು ಇನ್ನೂರ ഇരുനൂറ് ഇരുന്നൂറ് ഇരുനൂറ്റി'],
  [300, 'முந்நூறு முன்னூறு மூந்நூறு முன்னூற்று మున్నూరు మూడొందలు ಮುನ್ನೂರು മുന്നൂറ്'],
  [400, 'நானூறு நாநூறு நானூற்று నన్నూరు నాలుగొందలు ನಾನೂರು ನಾಲ್ಕುನೂರು നാനൂറ്'],
  [500, 'ஐநூறு ஐந்நூறு ஐநூற்று ఐదొందలు ఐదువందలు ಐನೂರು ಐದುನೂರು അഞ്ഞൂറ്'],
  [600, 'அறுநூறு அறுநூற்று ఆరొందలు ಆರುನೂರು ആറുനൂറ് അറുനൂറ് അറുന്നൂറ്'],
  [700, 'எழுநூறு எழுநூற்று ఏడొందలు ಏಳುನೂರು എഴുനൂറ് എഴുന്നൂറ്'],
  [800, 'எண்ணூறு எண்ணூற்று ఎనిమిదొందలు ಎಂಟುನೂರು എണ്ണൂറ് എണ്ണൂറ്റി'],
  [900, 'தொள்ளாயிரம் தொள்ளாயிரத்து తొమ్మిదొందలు ಒಂಬೈನೂರು ಒಂಬತ್ನೂರು തൊള്ളായിരം തൊള്ളായിരത്തി'],
];
const times: Rows = [
  [100, 'நூறு நூற்று நூற்றி நூத்தி వంద వందలు నూరు నూట ನೂರು ನೂರ നൂറ് നൂറ്റി'],
  [1000, 'ஆயிரம் ஆயிரத்து ஆயிரத்தி వెయ్యి వేలు వేయి వేల ಸಾವಿರ ಸಾವಿರದ ആയിരം ആയിരത്തി'],
  [100_000, 'லட்சம் லட்சத்து இலட்சம் లక్ష లక్షలు లక్షల ಲಕ್ಷ ಲಕ್ಷದ ലക്ഷം ലക്ഷത്തി'],
  [10_000_000, 'கோடி కోటి కోట్లు ಕೋಟಿ കോടി'],
];
interface Part {
  /** The word without its last vowel, which goes where words grow together. */
  stem: string;
  vowel: string;
  word: NumberWord;
}

const joining = { ta: 0x0b80, te: 0x0c00, kn: 0x0c80, ml: 0x0d00 } as const;
type JoiningLanguage = keyof typeof joining;
const isJoining = (language: string): language is JoiningLanguage => language in joining;
const languageOf = (word: string) => {
  const block = word.charCodeAt(0) & ~0x7f;
  return (Object.keys(joining) as JoiningLanguage[]).find((language) => joining[language] === block);
};

/** Voiced letters are not written in Tamil, and people type all four languages in several ways. */
function foldLatin(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('th', 't')
    .replaceAll('dh', 't')
    .replaceAll('zh', 'l')
    .replaceAll('oo', 'u')
    .replaceAll('ee', 'i')
    .replaceAll('d', 't')
    .replaceAll('b', 'p')
    .replaceAll('g', 'k')
    .replaceAll('j', 'ch')
    .replace(/(.)\1+/g, '$1');
}

function partsOf(language: JoiningLanguage, write: (name: string) => string): Part[] {
  const rowsOf = (rows: Rows, kind: NumberWord['kind']) =>
    rows.flatMap(([value, names]) =>
      names
        .split(' ')
        .filter((name) => languageOf(name) === language)
        .map((name): Part => {
          const [stem = '', vowel = ''] = write(name).split(/([aiu]?$)/);
          return { stem, vowel, word: { kind, value } };
        }),
    );
  return [...rowsOf(numbers, 'number'), ...rowsOf(times, 'times')]
    .filter(({ stem }) => stem.length > 1)
    .toSorted((one, other) => other.stem.length - one.stem.length);
}

const inAll = (write: (name: string) => string) => ({
  ta: partsOf('ta', write),
  te: partsOf('te', write),
  kn: partsOf('kn', write),
  ml: partsOf('ml', write),
});
const writtenParts = inAll(romanize);
const latinParts = inAll((name) => foldLatin(romanize(name)));

/** இரண்டரை, రెండున్నర, ಎರಡೂವರೆ and രണ്ടര are two and a half. */
const half: NumberWord = { kind: 'more', value: 0.5 };

/** What may stand between two parts: இருபத்தி-ஐந்து, ഇരുപത്തി-യേഴ്, ഇരുപതി-നായിരം. */
const glue = /^[aiueoyvtn]{0,4}/;
/** The cases at the end: இரண்டாயிரத்துக்கு, వందలకు, ಸಾವಿರಕ್ಕೆ, ആയിരത്തിന്. */
const cases = /^(?:[aiu]?(?:m|n|an|tu|ti|ta|da|lu|la))?(?:[aiu]?(?:ku|ki|ke|k|in|inu|il|n|tuku|lo|utan))?$/;
const halfEnding = /^[aiueo]?(?:arai|nara|uvare|vare|ara)$/;

/** Splits a word into numbers that have grown together. Returns undefined for any other word. */
export function splitJoined(word: string, language: string): NumberWord[] | undefined {
  if (/^[a-z]{3,}$/i.test(word))
    return isJoining(language) ? split(foldLatin(word), latinParts[language], 0) : undefined;
  const own = languageOf(word);
  return own && split(romanize(word.replace(/[\u200c\u200d]/g, '')), writtenParts[own], 0);
}

function split(text: string, among: readonly Part[], depth: number): NumberWord[] | undefined {
  if (depth > 6) return undefined;
  for (const { stem, vowel, word } of among) {
    if (!text.startsWith(stem)) continue;
    const rest = text.slice(stem.length);
    if (word.value >= 1 && halfEnding.test(rest)) return [word, half];
    if (isEnd(rest, vowel, word.value)) return [word];
    const between = glue.exec(rest)?.[0] ?? '';
    for (let length = 0; length <= between.length; length += 1) {
      const further = split(rest.slice(length), among, depth + 1);
      if (further) return [word, ...further];
    }
  }
  return undefined;
}

/** முப்பத்தி is said for முப்பது before another number. */
function isEnd(rest: string, vowel: string, value: number): boolean {
  if (rest === vowel || (vowel === '' && rest === 'u') || (rest === 'i' && value >= 20)) return true;
  return value >= 1 && rest.startsWith(vowel) && cases.test(rest.slice(vowel.length));
}
