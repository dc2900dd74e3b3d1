import type { Language } from '@upaj/contract/texts';
import { allLanguages } from '#src/platform/texts.ts';

/** Without a language, the page is in the reader's. */
export function addressOf(site: string, postId: string, chosen?: Language): string {
  return `${site}/s/${postId}${chosen ? `?lang=${chosen}` : ''}`;
}

/** The page in each language, and in the reader's, as search engines want them listed. */
export function alternatesOf(site: string, postId: string): { language: string; address: string }[] {
  return [
    ...allLanguages.map((language) => ({ language, address: addressOf(site, postId, language) })),
    { language: 'x-default', address: addressOf(site, postId) },
  ];
}
