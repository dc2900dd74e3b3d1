import type { ReactNode } from 'react';
import { useLocale, useT } from '#i18n/locale.ts';
import { useNow } from '#lib/use-time.ts';
import { cx } from '#ui/cx.ts';
import { MessageBubble, OutgoingBubble } from './bubble.tsx';
import { focusRoom } from './focus.ts';
import { groupByDay, type Entry } from './entries.ts';
import type { SendQueue } from '#chat/send-queue/send-queue.ts';
import { formatDay } from '#chat/messages/times.ts';

interface MessageListProps {
  entries: readonly Entry[];
  viewerId: string;
  name: string;
  /** The 'New messages' divider is shown before this number. */
  dividerAt: number | undefined;
  queue: SendQueue;
  progress: Readonly<Record<string, number>>;
  onReport: (messageId: string) => void;
}

export function MessageList({
  entries,
  viewerId,
  name,
  dividerAt,
  queue,
  progress,
  onReport,
}: MessageListProps) {
  const locale = useLocale();
  const now = useNow();
  const latest = new Set(entries.slice(-onFirstScreen));
  const lastOfOffers = new Map(entries.map(({ message }) => [message?.offer?._id, message]));
  return groupByDay(entries).map((group) => {
    const day = formatDay(group.at, now, locale);
    return (
      <section key={group.day} aria-label={day}>
        <h2 className="sticky top-1 z-10 mx-auto my-2 w-fit rounded-full border border-line bg-card px-3 py-0.5 text-tiny font-semibold text-soft">
          {day}
        </h2>
        <ol className="flex flex-col gap-1.5">
          {group.entries.map((entry) => (
            <Row
              key={entry.key}
              entry={entry}
              viewerId={viewerId}
              hasDivider={isAt(entry, dividerAt)}
              isDistant={!latest.has(entry)}
            >
              {entry.message ? (
                <MessageBubble
                  message={entry.message}
                  isOwn={entry.message.senderId === viewerId}
                  name={name}
                  isLastOfOffer={lastOfOffers.get(entry.message.offer?._id) === entry.message}
                  onReport={onReport}
                />
              ) : (
                <OutgoingBubble
                  item={entry.outgoing}
                  progress={progress[entry.outgoing.clientId]}
                  onRetry={() => void queue.retry(entry.outgoing.clientId).then(focusRoom)}
                  onDelete={() => void queue.remove(entry.outgoing.clientId).then(focusRoom)}
                />
              )}
            </Row>
          ))}
        </ol>
      </section>
    );
  });
}

function isAt({ message }: Entry, number: number | undefined): boolean {
  return number !== undefined && message?.number === number;
}

/** Their real heights are needed at once: the view would jump when estimates are replaced. */
const onFirstScreen = 20;

interface RowProps {
  entry: Entry;
  viewerId: string;
  hasDivider: boolean;
  isDistant: boolean;
  children: ReactNode;
}

/** `content-visibility` skips the layout of distant messages. */
function Row({ entry, viewerId, hasDivider, isDistant, children }: RowProps) {
  const t = useT('chat');
  const isOwn = entry.outgoing !== undefined || entry.message.senderId === viewerId;
  return (
    <li
      data-number={entry.message?.number}
      className={cx(
        'flex flex-col px-1',
        isDistant && '[contain-intrinsic-size:auto_4rem] [content-visibility:auto]',
        isOwn ? 'items-end' : 'items-start',
      )}
    >
      {hasDivider && (
        <p
          data-new-line
          className="my-2 flex w-full scroll-mt-12 items-center gap-3 text-note font-semibold text-leaf before:h-px before:flex-1 before:bg-leaf after:h-px after:flex-1 after:bg-leaf"
        >
          {t('newLine')}
        </p>
      )}
      {children}
    </li>
  );
}
