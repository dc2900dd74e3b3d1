import type { Texts } from './text-keys.ts';

/** Languages by their own names. English is first, because the others follow its keys. */
export const languages = {
  en: 'English',
  hi: 'हिन्दी',
  bn: 'বাংলা',
  mr: 'मराठी',
  te: 'తెలుగు',
  ta: 'தமிழ்',
  gu: 'ગુજરાતી',
  kn: 'ಕನ್ನಡ',
  or: 'ଓଡ଼ିଆ',
  ml: 'മലയാളം',
  pa: 'ਪੰਜਾਬੀ',
} as const;
export type Language = keyof typeof languages;

export function isLanguage(text: string): text is Language {
  return Object.hasOwn(languages, text);
}

/** A section is a file in the folder of every language. */
export type Section = keyof Texts;
export type TextKey<S extends Section> = keyof Texts[S] & string;
type Values<S extends Section, Key extends TextKey<S>> = Texts[S][Key] extends null ? [] : [Texts[S][Key]];

/** Returns the text of a key with its values: `t('followPerson', { name })`. */
export type Translate<S extends Section> = <Key extends TextKey<S>>(
  key: Key,
  ...values: Values<S, Key>
) => string;

export type SectionValues<S extends Section> = {
  [Key in TextKey<S> as Texts[S][Key] extends null ? never : Key]: Texts[S][Key];
};

type GroupOf<Key extends string> = Key extends `${infer Group}.${string}` ? Group : never;
/** `sorts` is a group when there are keys such as `sorts.latest` and `sorts.popular`. */
export type TextGroup<S extends Section> = GroupOf<TextKey<S>>;
export type GroupKey<S extends Section, Group extends TextGroup<S>> = RestOf<TextKey<S>, Group>;
type RestOf<Key extends string, Group extends string> = Key extends `${Group}.${infer Rest}` ? Rest : never;

/** Texts that are not translated yet are empty in their catalogue, and shown in English. */
export function withEnglish(
  own: Readonly<Record<string, string>>,
  english: Readonly<Record<string, string>>,
): Record<string, string> {
  const shown = Object.entries(english).map(([key, text]) => [key, own[key] || text]);
  return Object.fromEntries(shown) as Record<string, string>;
}

const escapeSequence = /\\(?=u[\da-f]{4}|x[\da-f]{2})/gi;

/** Lingui decodes `\u0041` in a finished text, so backslashes of values are escaped. */
export function literalValues(values: object | undefined): Record<string, unknown> | undefined {
  if (!values) return undefined;
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.replace(escapeSequence, String.raw`\x5c`) : value,
  ]);
  return Object.fromEntries(entries);
}
