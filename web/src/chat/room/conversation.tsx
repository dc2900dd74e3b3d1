import { useQueryClient } from '@tanstack/react-query';
import ArrowDown from 'lucide-react/icons/arrow-down';
import MessageCircle from 'lucide-react/icons/message-circle';
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useT } from '#i18n/locale.ts';
import { CountBadge } from '#ui/badge.tsx';
import { Button, IconButton } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { EmptyState } from '#ui/states.tsx';
import { SpinnerIcon } from '#ui/loading.tsx';
import { loadOlder } from '#chat/messages/api.ts';
import { firstUnseen, type Room } from '#chat/messages/room-cache.ts';
import { useSendQueue, type SendQueue } from '#chat/send-queue/send-queue.ts';
import { toEntries } from './entries.ts';
import { messagesId } from './focus.ts';
import { MessageList } from './message-list.tsx';
import { useReadMarks } from './use-read-marks.ts';
import { lowestVisible, useRoomScroll } from './use-room-scroll.ts';

interface ConversationProps {
  room: Room;
  username: string;
  viewerId: string;
  queue: SendQueue;
  onReport: (messageId: string) => void;
}

export function Conversation({ room, username, viewerId, queue, onReport }: ConversationProps) {
  const t = useT('chat');
  const { user, messages } = room;
  const { items, progress } = useSendQueue(queue, user._id);
  const older = useOlder(room, username);
  const entries = toEntries(messages, items, viewerId, room.dealLines);
  const last = entries.at(-1);
  const isLastOwn =
    last !== undefined && (last.outgoing !== undefined || last.message?.senderId === viewerId);
  const { scroller, content, isAtEnd, toEnd, onScroll } = useRoomScroll({
    lastKey: last?.key,
    isLastOwn,
    onNearBeginning: () => void older.load(),
    onMove: () => look(),
  });
  const { seenTo, see, dividerAt } = useNews(room, isAtEnd, isLastOwn);
  const look = useReadMarks(room, viewerId, () => lowestVisible(scroller.current), see);
  useStartAtDivider(scroller);
  const below = messages.filter(
    ({ senderId, number, isRead }) => senderId === user._id && !isRead && number > seenTo,
  ).length;

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        id={messagesId}
        role="region"
        aria-label={t('messages', { name: user.fullName })}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keys
        tabIndex={0}
        onScroll={onScroll}
        className="flex h-full flex-col-reverse overflow-y-auto overscroll-contain px-2 -outline-offset-3 [overflow-anchor:none] md:px-4"
      >
        <div
          ref={content}
          className={cx('pt-2 pb-3', entries.length === 0 && 'flex min-h-full flex-col justify-center')}
        >
          <Beginning room={room} older={older} />
          {entries.length === 0 ? (
            <EmptyState
              icon={<MessageCircle size={28} />}
              title={t('empty')}
              text={user.isReachable ? t('emptyText', { name: user.fullName }) : undefined}
            />
          ) : (
            <MessageList
              entries={entries}
              viewerId={viewerId}
              name={user.fullName}
              dividerAt={dividerAt}
              queue={queue}
              progress={progress}
              onReport={onReport}
            />
          )}
        </div>
      </div>
      {!isAtEnd && <JumpButton count={below} onPress={toEnd} />}
    </div>
  );
}

interface Older {
  load: () => Promise<void>;
  hasFailed: boolean;
  retry: () => void;
}

function useOlder(room: Room, username: string): Older {
  const client = useQueryClient();
  const isLoading = useRef(false);
  const [hasFailed, setFailed] = useState(false);
  const load = async () => {
    if (isLoading.current || room.olderCursor === null) return;
    isLoading.current = true;
    try {
      await loadOlder(client, username);
      setFailed(false);
    } catch {
      setFailed(true);
    } finally {
      isLoading.current = false;
    }
  };
  return {
    // After a failure, the user retries by a press: scrolling would repeat it while offline.
    load: async () => {
      if (!hasFailed) await load();
    },
    hasFailed,
    retry: () => void load(),
  };
}

function Beginning({ room, older }: { room: Room; older: Older }) {
  const t = useT('chat');
  if (room.olderCursor === null) {
    if (room.messages.length === 0) return null;
    return <p className="py-3 text-center text-note text-soft">{t('beginning')}</p>;
  }
  if (older.hasFailed) {
    return (
      <div role="alert" className="flex flex-col items-center gap-1 py-3 text-center text-note text-soft">
        {t('olderFailed')}
        <Button variant="line" onClick={older.retry}>
          {t('retry')}
        </Button>
      </div>
    );
  }
  return (
    <p className="flex items-center justify-center gap-2 py-3 text-note text-soft">
      <SpinnerIcon size={18} />
      {t('older')}
    </p>
  );
}

function useNews(room: Room, isAtEnd: boolean, isLastOwn: boolean) {
  const newest = room.messages.at(-1)?.number ?? 0;
  const [dividerAt, setDividerAt] = useState(() => firstUnseen(room));
  const [seenTo, setSeenTo] = useState(0);
  const [before, setBefore] = useState({ newest, isLastOwn });
  if (before.newest !== newest || before.isLastOwn !== isLastOwn) {
    setBefore({ newest, isLastOwn });
    // A viewer who writes has seen everything. Later messages get their own divider.
    if (isLastOwn) setDividerAt(undefined);
    else if (newest > before.newest && dividerAt === undefined && (!isAtEnd || !document.hasFocus())) {
      setDividerAt(
        room.messages.find(({ number, senderId }) => number > before.newest && senderId === room.user._id)
          ?.number,
      );
    }
  }
  const see = (number: number) => setSeenTo((seen) => Math.max(seen, number));
  return { seenTo, see, dividerAt };
}

/** In frames. The divider is scrolled to again in each, because the content near it gets its final height late. */
const settlesIn = 8;

/** Opens the conversation at the first unread message. */
function useStartAtDivider(scroller: RefObject<HTMLDivElement | null>): void {
  useLayoutEffect(() => {
    const box = scroller.current;
    const divider = box?.querySelector('[data-new-line]');
    if (!box || !divider) return;
    if (divider.getBoundingClientRect().top >= box.getBoundingClientRect().top) return;
    let left = settlesIn;
    let frame = 0;
    const align = () => {
      divider.scrollIntoView({ block: 'start' });
      left -= 1;
      if (left > 0) frame = requestAnimationFrame(align);
    };
    align();
    const stop = () => cancelAnimationFrame(frame);
    // After one of these events, the user controls the scroll position.
    for (const event of ['wheel', 'touchstart', 'keydown']) box.addEventListener(event, stop, { once: true });
    return stop;
  }, [scroller]);
}

function JumpButton({ count, onPress }: { count: number; onPress: () => void }) {
  const t = useT('chat');
  return (
    <span className="absolute right-4 bottom-3">
      <IconButton
        label={count > 0 ? t('toLatestNew', { count }) : t('toLatest')}
        onClick={onPress}
        className="border border-line bg-card text-leaf shadow-lg"
      >
        <ArrowDown size={22} aria-hidden />
        <CountBadge count={count} className="absolute -top-1.5 -right-1" />
      </IconButton>
    </span>
  );
}
