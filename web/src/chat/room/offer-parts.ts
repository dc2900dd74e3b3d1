import type { ChatUser, Message } from '@upaj/contract/chat/messages';
import type { DealStatus } from '@upaj/contract/deals/deal-machine';
import type { DealLine } from '@upaj/contract/deals/deals';
import type { Offer } from '@upaj/contract/deals/offers';
import { createContext, type ComponentType } from 'react';
import type { Outgoing, OutgoingOffer } from '#chat/send-queue/queue-store.ts';
import type { PostReference } from './message-post.tsx';
import type { WantedReference } from './message-wanted.tsx';

export interface StoredOfferProps {
  message: Message;
  /** The card shows what is true now; earlier rounds are a text. */
  isCard: boolean;
  /** A message says how it ended. */
  hasEnd: boolean;
  /** Newer than the offer's own. */
  dealStatus: DealStatus | undefined;
}

/** What `deals` shows in a conversation. */
export interface OfferParts {
  Stored: ComponentType<StoredOfferProps>;
  /** How an offer ended, in one line. */
  End: ComponentType<{ message: Message }>;
  /** What changed in a deal, in one line. `name` is the other person's. */
  Deal: ComponentType<{ line: DealLine; name: string }>;
  /** The line of messages that are folded. */
  Folded: ComponentType<{ messages: readonly Message[] }>;
  Unsent: ComponentType<{ offer: OutgoingOffer }>;
  Refused: ComponentType<{ item: Outgoing; onRetry: () => void; onDelete: () => void }>;
  /** Above the composer. `lastId` is the offer of the last message, which is next to it. */
  Open: ComponentType<{ offers: readonly Offer[]; lastId: string | undefined }>;
  /** Stands beside the other person's post that the two talk about. */
  PostAction: ComponentType<{ post: PostReference }>;
  /** Stands beside the other person's wanted post. `partnerId` is its author. */
  WantedAction: ComponentType<{ wanted: WantedReference; partnerId: string }>;
  /** Picks one of the other person's posts for an offer. */
  PickPost: ComponentType<{ partner: ChatUser; onClose: () => void }>;
}

export const OfferPartsContext = createContext<OfferParts | undefined>(undefined);

/** Of the other person: not across a block. */
export const IsReachableContext = createContext(true);
