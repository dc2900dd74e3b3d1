import { isLanguage } from '@upaj/contract/texts';
import { getLocale, type Locale } from '#i18n/locale.ts';

function read(key: string): Locale | undefined {
  try {
    const stored = localStorage.getItem(key) ?? '';
    return isLanguage(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined when no one has chosen in this browser. */
export const readChoice = () => read('upaj-locale');

const key = 'upaj-locale-saved';

/** The choice that an account already has, or had: it is not another user's. */
export const readSavedChoice = () => read(key);

export function rememberSavedChoice(locale: Locale): void {
  try {
    localStorage.setItem(key, locale);
  } catch {
    // Without storage there is no choice to compare with either.
  }
}

/** A browser in English is no choice: phones are sold that way. */
export function findChoice(): Locale | undefined {
  const shown = getLocale();
  return readChoice() ?? (shown === 'en' ? undefined : shown);
}
