import { setupI18n, type Messages } from '@lingui/core';
import { literalValues, type Section, type Translate } from '@upaj/contract/texts';
import { intlTag, textsOf, type Locale } from './locale.ts';

export interface OneLanguage {
  locale: Locale;
  t: <S extends Section>(section: S) => Translate<S>;
  placeName: (english: string) => string;
}

/** Loads texts in a language that need not be the current one. */
export async function loadLanguage(locale: Locale, sections: readonly Section[]): Promise<OneLanguage> {
  const texts = await textsOf(locale);
  const i18n = setupI18n({ locale, locales: intlTag(locale) });
  const [places] = await Promise.all([
    texts.places?.(),
    ...sections.map(async (section) => {
      const messages = texts.core[section] ?? (await texts.sections[section]?.())?.default ?? {};
      const entries = Object.entries(messages).map(([key, text]) => [`${section}.${key}`, [text].flat()]);
      i18n.load(locale, Object.fromEntries(entries) as Messages);
    }),
  ]);
  const names = places?.default ?? {};
  return {
    locale,
    t: (section) =>
      ((key: string, values?: object) => i18n._(`${section}.${key}`, literalValues(values))) as never,
    placeName: (english) => names[english] ?? english,
  };
}
