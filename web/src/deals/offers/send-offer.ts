import { useQueryClient } from '@tanstack/react-query';
import type { Offer } from '@upaj/contract/deals/offers';
import { openSendQueue } from '#chat/messages/conversations.ts';
import { useSendQueue } from '#chat/send-queue/send-queue.ts';
import type { Outgoing, OutgoingOffer } from '#chat/send-queue/queue-store.ts';
import { makeUuid } from '#lib/uuid.ts';

/** Sends through the chat's send queue, in the order of the conversation. */
export function useSendOffer(viewerId: string) {
  const queue = openSendQueue(useQueryClient(), viewerId);
  return (receiverId: string, offer: OutgoingOffer): Promise<void> =>
    queue.add({ clientId: makeUuid(), receiverId, text: '', photos: [], post: null, offer });
}

/** Finds the viewer's response that waits to be sent. */
export function usePendingResponse(viewerId: string, partnerId: string, { _id, version }: Offer) {
  const { items } = useSendQueue(openSendQueue(useQueryClient(), viewerId), partnerId);
  const isPending = ({ offer, failure }: Outgoing) =>
    !failure && offer && offer.action !== 'offer' && offer.offerId === _id && offer.version >= version;
  const pending = items.find(isPending)?.offer;
  return pending?.action === 'offer' ? undefined : pending?.action;
}
