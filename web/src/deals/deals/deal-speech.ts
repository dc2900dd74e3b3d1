import type { Deal } from '@upaj/contract/deals/deals';
import { otherSide, sideOf } from '@upaj/contract/deals/offer-machine';
import { getT } from '#i18n/locale.ts';
import { spokenMoney, spokenSentences, spokenText, type Speech } from '#i18n/spoken.ts';
import { spokenMoreTerms, spokenTerms } from '#deals/offers/offer-speech.ts';
import { nextSentence } from './next-sentence.ts';

/** Says what is to be done now, and then what the two agreed on. */
export function dealSpeech(deal: Deal, viewerId: string): Speech[] {
  const t = getT('deals');
  const { terms, total } = deal;
  const side = sideOf(deal, viewerId);
  const name = deal[otherSide(side)].fullName ?? t('formerMember');
  return [
    ...spokenText(deal.goods.title),
    spokenSentences([
      t(`role.${side}`, { name }),
      nextSentence(deal, side, spokenMoney(total)),
      spokenTerms(terms),
      t(`deliveries.${terms.delivery}`),
      ...spokenMoreTerms(terms, total),
    ]),
    ...spokenText(terms.note),
  ];
}
