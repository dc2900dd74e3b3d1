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
  /** The message of the last round shows the offer's card; those of earlier rounds are a text. */
  isCard: boolean;
  /** Whether another message says how the offer ended. */
  hasEnd: boolean;
  /** The status of the offer's deal, which may be newer than the one in the offer. */
  dealStatus: DealStatus | undefined;
}

/** The parts of a conversation that `deals` shows, passed in by the screen. */
export interface OfferParts {
  Stored: ComponentType<StoredOfferProps>;
  /** Says in one line how an offer ended. */
  End: ComponentType<{ message: Message }>;
  /** Says in one line what changed in a deal. `name` is the other person's. */
  Deal: ComponentType<{ line: DealLine; name: string }>;
  /** Shows folded messages as one line. */
  Folded: ComponentType<{ messages: readonly Message[] }>;
  Unsent: ComponentType<{ offer: OutgoingOffer }>;
  Refused: ComponentType<{ item: Outgoing; onRetry: () => void; onDelete: () => void }>;
  /** Shows open offers above the composer. `lastId` is the offer of the last message, which is just above. */
  Open: ComponentType<{ offers: readonly Offer[]; lastId: string | undefined }>;
  /** Shown beside the other person's post that the two talk about. */
  PostAction: ComponentType<{ post: PostReference }>;
  /** Shown beside the other person's wanted post. `partnerId` is its author. */
  WantedAction: ComponentType<{ wanted: WantedReference; partnerId: string }>;
  /** Picks one of the other person's posts for an offer. */
  PickPost: ComponentType<{ partner: ChatUser; onClose: () => void }>;
}

export const OfferPartsContext = createContext<OfferParts | undefined>(undefined);

/** Whether the viewer can write to the other person, which a block prevents. */
export const IsReachableContext = createContext(true);
