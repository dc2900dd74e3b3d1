import type { Message } from '@upaj/contract/chat/messages';
import { use, useState, type ReactNode } from 'react';
import { useLocale, useT } from '#i18n/locale.ts';
import { useNow } from '#lib/use-time.ts';
import { cx } from '#ui/cx.ts';
import { MessageBubble, OutgoingBubble } from './bubble.tsx';
import { focusRoom } from './focus.ts';
import { groupByDay, type Entry } from './entries.ts';
import { foldOffers, isInBubble, viewOffers } from './fold-offers.ts';
import { Folded } from './folded.tsx';
import { OfferPartsContext } from './offer-parts.ts';
import type { SendQueue } from '#chat/send-queue/send-queue.ts';
import { formatDay } from '#chat/messages/times.ts';

interface MessageListProps {
  entries: readonly Entry[];
  viewerId: string;
  name: string;
  /** The 'New messages' divider is before the message with this number. */
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
  const offers = use(OfferPartsContext);
  // Older entries have an estimated height. The limit does not move with new entries, because replacing a known height
  // by an estimate would move what is on screen.
  const [nearFrom] = useState(() => entries.at(-onFirstScreen)?.createdAt ?? '');
  const offersInRoom = viewOffers(
    entries.flatMap(({ message }) => message ?? []),
    now,
  );
  const statuses = new Map(entries.flatMap(({ line }) => (line ? [[line.dealId, line.status]] : [])));

  const renderMessage = (message: Message) =>
    offers && !isInBubble(message) ? (
      <offers.End message={message} />
    ) : (
      <MessageBubble
        message={message}
        isOwn={message.senderId === viewerId}
        name={name}
        isCard={offersInRoom.hasCard(message)}
        hasEnd={offersInRoom.hasEnd(message)}
        dealStatus={statuses.get(message.offer?.dealId ?? '')}
        onReport={onReport}
      />
    );

  const renderEntry = ({ message, outgoing, line, folded }: Entry) => {
    if (message) return renderMessage(message);
    if (line) return offers && <offers.Deal line={line} name={name} />;
    if (folded) return <Folded messages={folded} viewerId={viewerId} renderMessage={renderMessage} />;
    return (
      outgoing && (
        <OutgoingBubble
          item={outgoing}
          progress={progress[outgoing.clientId]}
          onRetry={() => void queue.retry(outgoing.clientId).then(focusRoom)}
          onDelete={() => void queue.remove(outgoing.clientId).then(focusRoom)}
        />
      )
    );
  };

  return groupByDay(entries).map((group) => {
    const day = formatDay(group.at, now, locale);
    return (
      <section key={group.day} aria-label={day}>
        <h2 className="mx-auto my-2 w-fit rounded-full border border-line bg-card px-3 py-0.5 text-tiny font-semibold text-soft">
          {day}
        </h2>
        <ol className="flex flex-col gap-1.5">
          {foldOffers(group.entries, offersInRoom.isFolded).map((entry) => (
            <Row
              key={entry.key}
              entry={entry}
              viewerId={viewerId}
              hasDivider={isAt(entry, dividerAt)}
              isDistant={!entry.folded && entry.createdAt < nearFrom}
            >
              {renderEntry(entry)}
            </Row>
          ))}
        </ol>
      </section>
    );
  });
}

function isAt({ message, folded }: Entry, at: number | undefined): boolean {
  const messages = message ? [message] : (folded ?? []);
  return at !== undefined && messages.some(({ number }) => number === at);
}

/** This many of the latest entries have their real heights at once: replacing estimates would make the view jump. */
const onFirstScreen = 20;

interface RowProps {
  entry: Entry;
  viewerId: string;
  hasDivider: boolean;
  isDistant: boolean;
  children: ReactNode;
}

/** For distant messages, the browser skips the layout (`content-visibility`). */
function Row({ entry, viewerId, hasDivider, isDistant, children }: RowProps) {
  const t = useT('chat');
  const { message, outgoing, folded } = entry;
  const isBubble = outgoing !== undefined || (message !== undefined && isInBubble(message));
  const isOwn = outgoing !== undefined || message?.senderId === viewerId;
  return (
    <li
      data-number={(message ?? folded?.at(-1))?.number}
      className={cx(
        'flex flex-col px-1',
        isDistant && '[contain-intrinsic-size:auto_4rem] [content-visibility:auto]',
        !isBubble ? 'items-center' : isOwn ? 'items-end' : 'items-start',
      )}
    >
      {hasDivider && (
        <p
          data-new-line
          className="my-2 flex w-full scroll-mt-2 items-center gap-3 text-note font-semibold text-leaf before:h-px before:flex-1 before:bg-leaf after:h-px after:flex-1 after:bg-leaf"
        >
          {t('newLine')}
        </p>
      )}
      {children}
    </li>
  );
}
