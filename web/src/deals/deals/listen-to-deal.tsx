import type { Deal } from '@upaj/contract/deals/deals';
import { ListenButton } from '#ui/listen/listen-button.tsx';
import { dealSpeech } from './deal-speech.ts';

export function ListenToDeal({ deal, viewerId }: { deal: Deal; viewerId: string }) {
  return <ListenButton speeches={() => dealSpeech(deal, viewerId)} />;
}
