import type { Party } from '@upaj/contract/deals/offers';
import { useT } from '#i18n/locale.ts';

export function usePartyName(): (party: Pick<Party, 'fullName'>) => string {
  const t = useT('deals');
  return ({ fullName }) => fullName ?? t('formerMember');
}

/** Capitalizes a sentence that starts with a name, because 'a former member' has no capital letter. */
export function asStart(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
