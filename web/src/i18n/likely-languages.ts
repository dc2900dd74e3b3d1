import { isLanguage, languages, type Language } from '@upaj/contract/texts';

const languageOfState: Readonly<Record<string, Language>> = {
  'Andhra Pradesh': 'te',
  Chandigarh: 'pa',
  'Dadra and Nagar Haveli and Daman and Diu': 'gu',
  Goa: 'mr',
  Gujarat: 'gu',
  Karnataka: 'kn',
  Kerala: 'ml',
  Lakshadweep: 'ml',
  Maharashtra: 'mr',
  Odisha: 'or',
  Puducherry: 'ta',
  Punjab: 'pa',
  'Tamil Nadu': 'ta',
  Telangana: 'te',
  Tripura: 'bn',
  'West Bengal': 'bn',
};

/** Returns all languages. Those that the browser and the state suggest come first. */
export function likelyLanguages(tags: readonly string[], state?: string): Language[] {
  const wished = tags.map((tag) => tag.split('-')[0] ?? '').filter(isLanguage);
  const ofState = state ? languageOfState[state] : undefined;
  const all = Object.keys(languages).filter(isLanguage);
  return [...new Set([...wished, ...(ofState ? [ofState] : []), ...all])];
}
