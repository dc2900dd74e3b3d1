import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ChatUser } from '@upaj/contract/chat/messages';
import Sprout from 'lucide-react/icons/sprout';
import { use, useEffect, type ReactNode } from 'react';
import { useT } from '#i18n/locale.ts';
import { errorText, isApiError } from '#lib/api-errors.ts';
import { useIsShown, useLoaded } from '#lib/use-loaded.ts';
import { useTitle } from '#lib/use-title.ts';
import { makeUuid } from '#lib/uuid.ts';
import { Caution } from '#people/users/caution.tsx';
import { buttonClass } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { canSpeak, loadListen } from '#ui/listen/lazy-listen.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { roomQuery } from '#chat/messages/api.ts';
import { openSendQueue } from '#chat/messages/conversations.ts';
import { useSendQueue } from '#chat/send-queue/send-queue.ts';
import { Composer } from './composer.tsx';
import { Conversation } from './conversation.tsx';
import { ListenContext } from './listen-context.ts';
import type { PostReference } from './message-post.tsx';
import type { WantedReference } from './message-wanted.tsx';
import { IsReachableContext, OfferPartsContext } from './offer-parts.ts';
import { Pinned } from './pinned.tsx';
import { RoomHeader } from './room-header.tsx';
import { useTopic } from './topic.ts';

interface ChatRoomProps {
  username: string;
  viewerId: string;
  post: PostReference | undefined;
  wanted: WantedReference | undefined;
  onCardDone: () => void;
  onReport: (messageId: string) => void;
  renderUnblock: (user: ChatUser) => ReactNode;
}

const loadParts = () => loadListen(() => import('./listen-to-message.tsx'));

export function ChatRoom(props: ChatRoomProps) {
  const { username, viewerId, post, wanted, onCardDone, onReport, renderUnblock } = props;
  const t = useT('chat');
  const client = useQueryClient();
  const { data: room, error, isFetching, refetch } = useQuery(roomQuery(client, username));
  const queue = openSendQueue(client, viewerId);
  const { isHeld } = useSendQueue(queue, room?.user._id);
  const offers = use(OfferPartsContext);
  const listenParts = useLoaded('listen-message', loadParts, useIsShown() && canSpeak());
  const topic = useTopic(room, viewerId, { post, wanted });
  useTitle(room?.user.fullName);
  useVisibleHeight();

  if (!room) {
    if (isApiError(error) && error.status === 404) return <Missing />;
    if (!error) return <RoomSkeleton />;
    return (
      <ErrorState
        heading="h1"
        title={t('roomFailed')}
        text={errorText(error)}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  const { user } = room;
  const send = (text: string, photos: readonly Blob[]) => {
    const about = { post: post ?? null, wanted: wanted ?? null };
    void queue.add({ clientId: makeUuid(), receiverId: user._id, text, photos, ...about });
    if (post || wanted) onCardDone();
  };
  return (
    <div className="mx-auto flex min-h-0 w-full max-w-[52rem] flex-1 flex-col overflow-hidden border-line md:rounded-card md:border">
      <RoomHeader user={user} asOf={room.messages.length === 0 ? Infinity : room.userAt} />
      <Caution of={user} className="rounded-none border-b border-line" />
      <IsReachableContext value={user.isReachable}>
        {topic && (
          <Pinned topic={topic} partnerId={user._id} openOffers={room.openOffers} onRemove={onCardDone} />
        )}
        <ListenContext value={listenParts}>
          <Conversation
            key={user._id}
            room={room}
            username={username}
            viewerId={viewerId}
            queue={queue}
            onReport={onReport}
          />
        </ListenContext>
        {offers && room.openOffers.length > 0 && (
          <offers.Open offers={room.openOffers} lastId={room.messages.at(-1)?.offer?._id} />
        )}
      </IsReachableContext>
      {user.isReachable ? (
        <Composer
          // The prefix makes it differ from the key of the conversation above.
          key={`composer/${user._id}`}
          viewerId={viewerId}
          partner={user}
          role={topic?.role}
          onSend={send}
          isHeld={isHeld}
        />
      ) : (
        <div
          role="note"
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line bg-haldi-wash px-4 py-3"
        >
          <div className="min-w-0 flex-1 basis-60">
            <p className="font-semibold">{user.isBlocked ? t('blocked') : t('unreachable')}</p>
            <p className="text-note">{user.isBlocked ? t('blockedText') : t('unreachableText')}</p>
          </div>
          {user.isBlocked && renderUnblock(user)}
        </div>
      )}
    </div>
  );
}

function Missing() {
  const t = useT('chat');
  return (
    <EmptyState
      heading="h1"
      icon={<Sprout size={30} />}
      title={t('missing')}
      text={t('missingText')}
      action={
        <Link to="/Chat" className={buttonClass()}>
          {t('back')}
        </Link>
      }
    />
  );
}

/** Fits the room into what the keyboard leaves of the screen on phones. */
function useVisibleHeight(): void {
  useEffect(() => {
    const { visualViewport: view } = window;
    if (!view) return;
    const { style } = document.documentElement;
    const fit = () => {
      // While the user zooms in, the visible part says nothing about the keyboard.
      if (view.scale > 1.01) return;
      style.setProperty('--visible-height', `${view.height}px`);
      window.scrollTo(0, 0);
    };
    fit();
    view.addEventListener('resize', fit);
    return () => {
      view.removeEventListener('resize', fit);
      style.removeProperty('--visible-height');
    };
  }, []);
}

const bubbles = ['w-3/5', 'w-2/5 self-end', 'w-1/2', 'w-3/5 self-end', 'w-1/3'];

function RoomSkeleton() {
  const t = useT('common');
  return (
    <div
      role="status"
      className="mx-auto flex min-h-0 w-full max-w-[52rem] flex-1 flex-col overflow-hidden border-line md:rounded-card md:border"
    >
      <span className="sr-only">{t('loading')}</span>
      <div className="flex items-center gap-2.5 border-b border-line bg-card py-2.5 pr-3 pl-14">
        <Skeleton shape="circle" className="size-10" />
        <div className="flex flex-1 flex-col gap-1.5">
          <Skeleton className="h-4 w-36" />
          <Skeleton className="h-3 w-24" />
        </div>
      </div>
      <div className="flex flex-1 flex-col justify-end gap-2 px-4 pb-20">
        {bubbles.map((shape) => (
          <Skeleton key={shape} shape="block" className={cx('h-12', shape)} />
        ))}
      </div>
    </div>
  );
}
