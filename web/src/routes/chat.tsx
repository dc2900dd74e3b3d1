import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ChatList } from '#chat/list/chat-list.tsx';
import { OfferPartsContext } from '#chat/room/offer-parts.ts';
import { roomQuery } from '#chat/messages/api.ts';
import type { Room } from '#chat/messages/room-cache.ts';
import { ChatRoom } from '#chat/room/room.tsx';
import { toReference } from '#chat/room/topic.ts';
import { offerParts } from '#deals/offers/chat-parts.tsx';
import { useT } from '#i18n/locale.ts';
import { useMediaQuery } from '#lib/use-media-query.ts';
import { Report } from '#moderation/safety/report.tsx';
import { UnblockButton } from '#moderation/safety/block.tsx';
import { useUser } from '#people/users/session.ts';
import { postQuery } from '#trade/posts/api.ts';
import { wantedQuery } from '#trade/wanted/api.ts';

const route = getRouteApi('/members/chat/$userId');

export function ChatScreen() {
  const { userId } = route.useParams();
  const { post: postId, wanted: wantedId } = route.useSearch();
  const navigate = useNavigate();
  const t = useT('chat');
  const user = useUser();
  const isWide = useMediaQuery('(min-width: 64rem)');
  const [reported, setReported] = useState<string>();
  const client = useQueryClient();
  const { data: post } = useQuery({ ...postQuery(client, postId ?? ''), enabled: Boolean(postId) });
  const { data: wanted } = useQuery({ ...wantedQuery(wantedId ?? ''), enabled: Boolean(wantedId) });
  if (!user) return null;
  return (
    <div className="flex min-h-0 flex-1 gap-4">
      <div className="flex min-w-0 flex-1 flex-col">
        <OfferPartsContext value={offerParts}>
          <ChatRoom
            key={userId.toLowerCase()}
            username={userId}
            viewerId={user._id}
            onReport={setReported}
            renderUnblock={(person) => <UnblockButton person={person} />}
            post={postId && post ? toReference(post) : undefined}
            wanted={wantedId ? wanted : undefined}
            onCardDone={() =>
              // The router does not change the scroll position, because the room sets it.
              void navigate({
                to: '/chat/$userId',
                params: { userId },
                search: {},
                replace: true,
                resetScroll: false,
              })
            }
          />
        </OfferPartsContext>
      </div>
      {/* The list comes after the room, so that the Tab key reaches the room first. */}
      {isWide && (
        <section
          aria-label={t('title')}
          className="order-first -m-1 w-[22rem] shrink-0 overflow-y-auto overscroll-contain p-1"
        >
          <ChatList viewerId={user._id} onFind={() => void navigate({ to: '/Chat' })} />
        </section>
      )}
      {reported && (
        <Report
          kind="message"
          targetId={reported}
          messages={messagesAround(client.getQueryData(roomQuery(client, userId).queryKey), reported)}
          onClose={() => setReported(undefined)}
        />
      )}
    </div>
  );
}

const shownBefore = 20;
const shownAfter = 10;

/** Returns loaded messages before and after the reported one. */
function messagesAround(room: Room | undefined, reportedId: string) {
  if (!room) return [];
  const { messages, user } = room;
  const place = messages.findIndex(({ _id }) => _id === reportedId);
  return messages
    .slice(Math.max(0, place - shownBefore), place + shownAfter + 1)
    .filter(({ _id }) => _id !== reportedId)
    .map(({ _id, senderId, text, offer }) => ({
      _id,
      name: senderId === user._id ? user.fullName : null,
      text,
      hasOffer: offer !== null,
    }));
}
