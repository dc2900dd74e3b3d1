import { useQueryClient } from '@tanstack/react-query';
import type { Offer } from '@upaj/contract/deals/offers';
import { openOutbox } from '#chat/messages/conversations.ts';
import { useOutbox } from '#chat/outbox/outbox.ts';
import type { Outgoing, OutgoingOffer } from '#chat/outbox/outbox-store.ts';
import { makeUuid } from '#lib/uuid.ts';

/** Through the chat's outbox, in the order of the conversation. */
export function useSendOffer(viewerId: string) {
  const outbox = openOutbox(useQueryClient(), viewerId);
  return (receiverId: string, offer: OutgoingOffer): Promise<void> =>
    outbox.add({ clientId: makeUuid(), receiverId, text: '', pictures: [], post: null, offer });
}

/** The viewer's response that waits to be sent. */
export function usePendingResponse(viewerId: string, partnerId: string, { _id, version }: Offer) {
  const { items } = useOutbox(openOutbox(useQueryClient(), viewerId), partnerId);
  const isPending = ({ offer, failure }: Outgoing) =>
    !failure && offer && offer.action !== 'offer' && offer.offerId === _id && offer.version >= version;
  const pending = items.find(isPending)?.offer;
  return pending?.action === 'offer' ? undefined : pending?.action;
}
