import { addingNames, dozenNames, multiplyingNames, numberNames } from '@upaj/contract/trade/unit-names';
import type { Language } from '@upaj/contract/texts';
import { ToWords } from 'to-words';
import { splitJoined } from './joined-words.ts';
import type { NumberWord } from './number-word.ts';
import { romanize } from './romanize.ts';
import { foldSpoken } from './fold-spoken.ts';

const written: readonly Language[] = ['en', 'hi', 'mr', 'gu', 'pa', 'bn', 'or'];

/** Spellings that people and recognisers write beside those of `to-words`. */
const further: readonly (readonly [number, string])[] = [
  [0, 'zero'],
  [6, 'छः छै छे'],
  [9, 'નવ'],
  [13, 'त्रयोदश'],
  [16, 'सोला षोडश'],
  [18, 'अठारा'],
  [19, 'उन्नीस'],
  [20, 'বিশ কুড়ি ବିଶ'],
  [23, 'तेइस'],
  [29, 'उनतीस उन्तीस'],
  [31, 'इकत्तीस इकतिस'],
  [32, 'बतीस'],
  [33, 'तैंतीस तेतीस तेहतीस तेत्तीस'],
  [34, 'चौंतीस चौतिस'],
  [35, 'पैंतीस पैतीस'],
  [36, 'छतीस'],
  [37, 'सैंतीस सैतीस'],
  [38, 'अड़तीस'],
  [39, 'उनतालीस उन्तालीस उनचालीस'],
  [43, 'तैंतालीस तेतालीस'],
  [44, 'चौवालीस चवालीस चौंवालीस'],
  [45, 'पैंतालीस पैतालीस'],
  [47, 'सैंतालीस सैतालीस'],
  [48, 'अड़तालीस'],
  [49, 'उनचास उन्चास उनपचास'],
  [54, 'चौवन चौअन'],
  [55, 'पचपन'],
  [59, 'उनसठ उन्सठ'],
  [60, 'साठ સાઠ'],
  [63, 'तिरसठ त्रेसठ'],
  [65, 'पैंसठ पैसठ'],
  [66, 'छियासठ छाछठ'],
  [67, 'सड़सठ सरसठ'],
  [68, 'अड़सठ'],
  [69, 'उनहत्तर उन्हत्तर ઓગણસિત્તેર'],
  [73, 'तिहत्तर'],
  [76, 'छिहत्तर छियत्तर'],
  [77, 'सतहत्तर'],
  [78, 'अठहत्तर अठत्तर'],
  [79, 'उनासी उन्यासी उनयासी'],
  [85, 'पचासी पिचासी'],
  [89, 'नवासी उननब्बे'],
  [90, 'नब्बे'],
  [96, 'छियानवे छियानबे'],
  [99, 'निन्यानवे निन्यानबे निन्नानवे'],
  [100, 'शंभर'],
  [200, 'બસો બસ્સો'],
  [35, 'ਪੈਂਤੀ ପଇଁତିରିଶ পঁয়ত্রিশ'],
  [45, 'पैंतालीस पैतालीस পঁয়তাল্লিশ ପଇଁଚାଳିଶ ਪੈਂਤਾਲੀ'],
  [65, 'ପଇଁଷଠି ਪੈਂਹਠ'],
  [78, 'আটাত্তর'],
  [0.5, 'অর্ধেক'],
  [27, 'सत्ताइस'],
];

const furtherPlus: readonly (readonly [number, string])[] = [
  [-0.25, 'पावणे पाऊणे પોણા ਪੌਣੇ ପଉଣେ'],
  [0.25, 'সোয়া ସୱା'],
];

const furtherTimes: readonly (readonly [number, string])[] = [
  [0.25, 'quarters'],
  [100, 'सौ सै शत শত শো শ સો સૌ ଶହେ hundreds sau'],
  [1000, 'हजार हज़ार हजारा thousands hazaar hajar k'],
  [100_000, 'लाख लाखा lacs'],
  [10_000_000, 'crore crores karod करोड़ कोटी কোটি કરોડ ਕਰੋੜ କୋଟି'],
];

/** Hinglish, as people type it. The spelling of vowels varies, and `foldSpoken` folds most of it. */
const latin: readonly (readonly [number, string])[] = [
  [1, 'ek'], [2, 'do'], [3, 'teen tin'], [4, 'char chaar'], [5, 'paanch panch'], [6, 'chhah chhe chheh'],
  [7, 'saat'], [8, 'aath'], [9, 'nau'], [10, 'das dus'], [11, 'gyarah gyara'], [12, 'barah bara'],
  [13, 'terah tera'], [14, 'chaudah chauda'], [15, 'pandrah pandra'], [16, 'solah sola'], [17, 'satrah satra'],
  [18, 'atharah athara'], [19, 'unnis unnees'], [20, 'bees bis'], [21, 'ikkis ikkees'], [22, 'bais baees'],
  [23, 'teis teees'], [24, 'chaubis chaubees'], [25, 'pachis pachees pacchis'], [26, 'chhabbis chabbis'],
  [27, 'sattais satais sattaees'], [28, 'atthais athais'], [29, 'untis untees unatis'], [30, 'tees tis'],
  [31, 'ikattis iktis'], [32, 'battis'], [33, 'taintis tetis'], [34, 'chauntis'], [35, 'paintis paintees'],
  [36, 'chhattis'], [37, 'saintis'], [38, 'adtis'], [39, 'untalis'], [40, 'chalis chaalis'],
  [45, 'paintalis'], [50, 'pachas pachaas'], [55, 'pachpan'], [65, 'painsath'], [70, 'sattar'],
  [75, 'pachhattar pachattar'], [80, 'assi'], [85, 'pachasi'], [90, 'nabbe'], [95, 'pachanve'],
  [1.5, 'dedh derh dhed'], [2.5, 'dhai adhai arai'], [0.5, 'aadha adha'],
]; // prettier-ignore
const latinPlus: readonly (readonly [number, string])[] = [
  [0.5, 'saadhe sadhe sade saade'], [0.25, 'sava sawa'], [-0.25, 'paune'],
]; // prettier-ignore

const words = new Map<string, NumberWord[]>();

function add(kind: NumberWord['kind'], rows: readonly (readonly [number, string])[]): void {
  for (const [value, names] of rows)
    for (const name of names.split(/\s+/)) words.set(foldSpoken(name), [{ kind, value }]);
}

for (const language of written) {
  const writer = new ToWords({ localeCode: `${language}-IN` });
  for (let value = 0; value < 100; value++) {
    const name = writer.convert(value).toLowerCase();
    if (name.includes(' ')) continue;
    words.set(foldSpoken(name), [{ kind: 'number', value }]);
    // Odia is often said without the last i.
    if (language === 'or') words.set(foldSpoken(name).replace(/ି$/, ''), [{ kind: 'number', value }]);
  }
}
add('number', numberNames);
add('number', further);
add('number', latin);
add('plus', addingNames);
add('plus', furtherPlus);
add('plus', latinPlus);
add('times', multiplyingNames);
add('times', furtherTimes);
for (const name of dozenNames.split(/\s+/)) words.delete(foldSpoken(name));

const namesOf = (kind: NumberWord['kind']) =>
  [...words].filter(([name, [word]]) => word?.kind === kind && name !== 'k').map(([name]) => name);
const timesWords = namesOf('times');
const plusWords = namesOf('plus');

/** Cases and plurals, as in हजारात, হাজারে, હજારમાં and ହଜାରରେ. */
const endings = /(?:ला|ना|ात|ाने|ाला|च्या|ांना|ে|তে|ের|টা|টি|માં|ના|નું|ની|ରେ|ର|ଟା)$/u;

/** People type vowels in many ways, and leave out the short a, so that they are not compared. */
const skeletonOf = (text: string) => text.replaceAll('a', '').replaceAll('ee', 'i').replaceAll('oo', 'u');

const scripts = { hi: 0x900, mr: 0x900, bn: 0x980, pa: 0xa00, gu: 0xa80, or: 0xb00 } as const;
/** The words of the languages of the north as people type them in Latin letters. */
const inLatin = new Map<string, readonly NumberWord[]>();
for (const [language, script] of Object.entries(scripts))
  for (const [name, word] of words)
    if ((name.charCodeAt(0) & ~0x7f) === script && name.length > 1)
      for (const key of [romanize(name).replace(/a$/, ''), skeletonOf(romanize(name))])
        if (!inLatin.has(`${language} ${key}`)) inLatin.set(`${language} ${key}`, word);

/** Reads a word: what it is, or its parts if several words have grown together, as in साडेसातशे. */
export function readNumberWord(word: string, language: string): readonly NumberWord[] | undefined {
  const folded = foldSpoken(word);
  const bare = folded.replace(endings, '');
  const known = words.get(folded) ?? words.get(bare) ?? splitWord(folded) ?? splitWord(bare);
  if (known || language === 'en') return known;
  return splitJoined(word, language) ?? readLatin(folded, language);
}

function readLatin(folded: string, language: string): readonly NumberWord[] | undefined {
  if (!/^[a-z]{3,}$/.test(folded)) return undefined;
  const find = (text: string) =>
    inLatin.get(`${language} ${text.replace(/a$/, '')}`) ?? inLatin.get(`${language} ${skeletonOf(text)}`);
  const [count] = find(folded.replace(/s(?:o|au|he|ho|haha)$/, '')) ?? [];
  return find(folded) ?? (count?.kind === 'number' ? [count, { kind: 'times', value: 100 }] : undefined);
}

function splitWord(folded: string): NumberWord[] | undefined {
  for (const plus of plusWords) {
    if (!folded.startsWith(plus) || folded === plus) continue;
    const rest = words.get(folded.slice(plus.length)) ?? splitWord(folded.slice(plus.length));
    if (rest) return [...(words.get(plus) ?? []), ...rest];
  }
  for (const times of timesWords) {
    if (!folded.endsWith(times) || folded === times) continue;
    const [number] = words.get(folded.slice(0, -times.length)) ?? [];
    if (number && number.kind !== 'times') return [number, ...(words.get(times) ?? [])];
  }
  return undefined;
}
