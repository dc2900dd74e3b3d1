import { cleanup, screen } from '@testing-library/react';
import type { QueryClient } from '@tanstack/react-query';
import type { Message } from '@upaj/contract/chat/messages';
import type { DealLine } from '@upaj/contract/deals/deals';
import type { Offer } from '@upaj/contract/deals/offers';
import { clearChat, deleteUnsent } from '#chat/messages/chat-storage.ts';
import { closeSendQueue } from '#chat/messages/conversations.ts';
import { OfferPartsContext } from '#chat/room/offer-parts.ts';
import { ChatRoom } from '#chat/room/room.tsx';
import { offerParts } from '#deals/offers/chat-parts.tsx';
import { anita, gurpreet, offeredPost } from './offers.ts';
import { renderPart, stubServer } from './stub-server.tsx';

export function offerMessage(
  number: number,
  senderId: string,
  offer: Offer,
  offerVersion = offer.version,
): Message {
  return {
    _id: `m${number}`,
    clientId: `c${number}`,
    senderId,
    receiverId: senderId === 'anita' ? 'gurpreet' : 'anita',
    number,
    text: '',
    images: [],
    imageInfo: [],
    post: null,
    wanted: null,
    offer,
    offerVersion,
    createdAt: new Date().toISOString(),
    isRead: true,
  };
}

/** Starts a server that has the post of the offers, and clears the chat of an earlier test. */
export function startOfferServer(): ReturnType<typeof stubServer> {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  clearChat();
  const server = stubServer();
  server.succeed('GET /api/v1/post/p1', offeredPost);
  return server;
}

export async function leaveOfferRoom(): Promise<void> {
  cleanup();
  closeSendQueue();
  await Promise.all([anita, gurpreet].map(({ _id }) => deleteUnsent(_id)));
}

export async function openOfferRoom(
  server: ReturnType<typeof stubServer>,
  viewerId: 'anita' | 'gurpreet',
  messages: Message[],
  {
    openOffers = [],
    dealLines = [],
    isReachable = true,
  }: { openOffers?: Offer[]; dealLines?: DealLine[]; isReachable?: boolean } = {},
): Promise<QueryClient> {
  const partner = viewerId === 'anita' ? gurpreet : anita;
  const user = { ...partner, isOnline: true, lastSeen: null, isReachable, isBlocked: !isReachable };
  server.give(`GET /api/v1/messages/${partner.username}?limit=40&markSeen=false`, () =>
    Response.json({ success: true, user, messages, openOffers, dealLines, page: { nextCursor: null } }),
  );
  const client = renderPart(
    () => (
      <OfferPartsContext value={offerParts}>
        <ChatRoom
          username={partner._id}
          viewerId={viewerId}
          post={undefined}
          wanted={undefined}
          onCardDone={() => {}}
          onReport={() => {}}
          renderUnblock={() => null}
        />
      </OfferPartsContext>
    ),
    { _id: viewerId },
  );
  await screen.findByRole('heading', { level: 1, name: partner.fullName ?? '' });
  return client;
}
