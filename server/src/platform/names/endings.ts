/** Names have these endings when something belongs to them or there are several, by script. The longest come first. */
const endings: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Latin}/u, 'galu gal kal lu er'],
  [/\p{Script=Devanagari}/u, 'ुओं ियों ाओं यों ओं ों ्याचे ्याची ्याचा ्याच्या ्याला ाचे ाची ाचा ाच्या चे ची चा च्या ला'],
  [/\p{Script=Gujarati}/u, 'ાના ાની ાનો ાનું ના ની નો નું માં ઓ'],
  [/\p{Script=Gurmukhi}/u, 'ੂਆਂ ੀਆਂ ਆਂ ਾਂ'],
  [/\p{Script=Bengali}/u, 'গুলো গুলি য়ের ের টা টি কে তে র'],
  [/\p{Script=Oriya}/u, 'ଗୁଡ଼ିକ ମାନ ର ରେ କୁ'],
  [/\p{Script=Tamil}/u, 'த்தின் ்லின் ்ளின் யின் வின் ின் களின் களை கள் த்தை யை ை க்கு'],
  [/\p{Script=Telugu}/u, 'లకు ాల ల లు కు ను ని లో'],
  [/\p{Script=Kannada}/u, 'ಗಳು ಗಳ ವಿನ ಿನ ಯ ದ ನ್ನು'],
  [/\p{Script=Malayalam}/u, 'ുകൾ കൾ യുടെ ിന്റെ ന്റെ ത്തിന്റെ യെ'],
];

/** The base form of the name may have these endings instead. */
const ends: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Devanagari}/u, 'ा ी ू'],
  [/\p{Script=Gujarati}/u, 'ા ું ો'],
  [/\p{Script=Gurmukhi}/u, 'ਾ ੂ ੀ'],
  [/\p{Script=Bengali}/u, 'া'],
  [/\p{Script=Oriya}/u, ''],
  [/\p{Script=Tamil}/u, 'ம் ் ு ை'],
  [/\p{Script=Telugu}/u, 'ా ం లు'],
  [/\p{Script=Kannada}/u, 'ು ೆ'],
  [/\p{Script=Malayalam}/u, '് ു ം'],
];

const minStem = 2;
const minLatinStem = 4;
const listOf = (table: typeof endings, phrase: string) =>
  table
    .find(([script]) => script.test(phrase))?.[1]
    .split(' ')
    .filter(Boolean) ?? [];

/** Returns the words that a phrase may be a form of: 'আলুর' → 'আলু'. */
export function stemsOf(phrase: string): string[] {
  const least = /\p{Script=Latin}/u.test(phrase) ? minLatinStem : minStem;
  return listOf(endings, phrase)
    .filter((ending) => phrase.endsWith(ending) && phrase.length >= ending.length + least)
    .flatMap((ending) => {
      const stem = phrase.slice(0, -ending.length);
      return [stem, ...listOf(ends, phrase).map((end) => stem + end)];
    });
}
