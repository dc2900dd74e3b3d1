import type { Language } from '@upaj/contract/texts';
import { allLanguages } from '#src/platform/texts.ts';

/** The address of a public page. It shows the reader's language when none is chosen. */
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
