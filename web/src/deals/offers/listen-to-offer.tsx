import type { Offer } from '@upaj/contract/deals/offers';
import { ListenButton } from '#ui/listen/listen-button.tsx';
import { offerSpeech } from './offer-speech.ts';

export function ListenToOffer({ offer, viewerId }: { offer: Offer; viewerId: string }) {
  return <ListenButton speeches={() => offerSpeech(offer, viewerId)} />;
}
