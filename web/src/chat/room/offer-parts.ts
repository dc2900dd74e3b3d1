import type { Message } from '@upaj/contract/chat/messages';
import type { Offer } from '@upaj/contract/deals/offers';
import { createContext, type ComponentType } from 'react';
import type { Outgoing, OutgoingOffer } from '#chat/send-queue/queue-store.ts';
import type { PostReference } from './message-post.tsx';

/** What `deals` shows in a conversation. */
export interface OfferParts {
  /** The offer's last message in the conversation shows what is true now. */
  Stored: ComponentType<{ message: Message; isLast: boolean }>;
  Unsent: ComponentType<{ offer: OutgoingOffer }>;
  Refused: ComponentType<{ item: Outgoing; onRetry: () => void; onDelete: () => void }>;
  /** Above the composer. `lastId` is the offer of the last message, which is next to it. */
  Open: ComponentType<{ offers: readonly Offer[]; lastId: string | undefined }>;
  /** Under a post that the viewer writes or wrote about. */
  PostAction: ComponentType<{ post: PostReference }>;
}

export const OfferPartsContext = createContext<OfferParts | undefined>(undefined);

/** Of the other person: not across a block. */
export const IsReachableContext = createContext(true);
