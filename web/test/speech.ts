import { languages, type Language, type Section } from '@upaj/contract/texts';
import { expect } from 'vitest';
import { loadTexts, setLocale } from '#i18n/locale.ts';
import type { Speech } from '#i18n/spoken.ts';

/** The word for rupees in the sentences of each language. */
export const rupees: Record<Language, string> = {
  en: 'rupees',
  hi: 'रुपये',
  bn: 'টাকা',
  mr: 'रुपये',
  te: 'రూపాయలు',
  ta: 'ரூபாய்',
  gu: 'રૂપિયા',
  kn: 'ರೂಪಾಯಿ',
  or: 'ଟଙ୍କା',
  ml: 'രൂപ',
  pa: 'ਰੁਪਏ',
};
export const allLanguages = Object.keys(languages) as Language[];

export async function speakLanguage(language: Language, sections: readonly Section[]): Promise<void> {
  await setLocale(language);
  for (const section of ['listen', ...sections] as const) await loadTexts(section);
}

export const wordsOf = (speeches: readonly Speech[]): string => speeches.map(({ text }) => text).join('\n');

/** Fails for what voices read badly: symbols, commas in numbers, and words of English in another language but am, pm. */
export function expectForTheEar(speeches: readonly Speech[], language: Language): void {
  for (const { text, lang } of speeches) {
    expect(text).not.toMatch(/[\p{S}·%*{}]|\d,\d|undefined|null|NaN/u);
    if (lang === language && language !== 'en') expect(text.match(/(?!\b[ap]m\b)\b[a-z]+/gi)).toBeNull();
  }
}
