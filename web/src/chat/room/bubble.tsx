import { codeText } from '#lib/api-errors.ts';
import { fieldText } from '#lib/field-text.ts';
import Flag from 'lucide-react/icons/flag';
import { memo, use, type ReactNode } from 'react';
import { getT, langOf, useLocale, useT } from '#i18n/locale.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { ProgressBar } from '#ui/loading.tsx';
import { findDeception } from './deceptions.ts';
import { LinkedText } from './linked-text.tsx';
import { ListenContext } from './listen-context.ts';
import { MessagePhotos, OutgoingPhotos } from './message-photos.tsx';
import { MessagePost } from './message-post.tsx';
import { MessageWanted } from './message-wanted.tsx';
import { OfferPartsContext, type StoredOfferProps } from './offer-parts.ts';
import type { Failure, Outgoing } from '#chat/send-queue/queue-store.ts';
import { Ticks, type Status } from '#chat/list/status.tsx';
import { formatClock } from '#chat/messages/times.ts';

interface FrameProps {
  isOwn: boolean;
  createdAt: string;
  text: string;
  status?: Status | undefined;
  action?: ReactNode;
  /** The start of the line with the time. */
  start?: ReactNode;
  children: ReactNode;
}

function Frame({ isOwn, createdAt, text, status, action, start, children }: FrameProps) {
  const locale = useLocale();
  return (
    <div
      className={cx(
        'max-w-[85%] min-w-24 rounded-card px-3 pt-2 pb-1.5 md:max-w-[34rem]',
        isOwn ? 'rounded-br-small bg-leaf-wash' : 'rounded-bl-small border border-line bg-card',
      )}
    >
      {children}
      {text && (
        <p lang={langOf(text)} className="wrap-anywhere whitespace-pre-wrap">
          <LinkedText text={text} />
        </p>
      )}
      {!isOwn && text && <Warning text={text} />}
      <p className="mt-0.5 flex items-center justify-end gap-1 text-tiny text-soft">
        {start && <span className="mr-auto grid pr-1">{start}</span>}
        <time dateTime={createdAt}>{formatClock(createdAt, locale)}</time>
        {status && <Ticks status={status} />}
        {action}
      </p>
    </div>
  );
}

/** Warns the reader of a message that speaks as the app does, or asks for what nobody needs to receive money. */
function Warning({ text }: { text: string }) {
  const t = useT('caution');
  const deception = findDeception(text);
  return (
    deception && (
      <p role="note" className="mt-1.5 rounded-small bg-haldi-wash px-2 py-1.5 text-note font-medium">
        {t(`warning.${deception}`)}
      </p>
    )
  );
}

interface MessageBubbleProps extends StoredOfferProps {
  isOwn: boolean;
  name: string;
  /** The function must be stable, or `memo` has no effect. */
  onReport: (messageId: string) => void;
}

/** The bubble is memoized, because a room shows hundreds of bubbles. */
export const MessageBubble = memo(function MessageBubble({
  message,
  isOwn,
  name,
  isCard,
  hasEnd,
  dealStatus,
  onReport,
}: MessageBubbleProps) {
  const t = useT('chat');
  const offers = use(OfferPartsContext);
  const listenParts = use(ListenContext);
  return (
    <Frame
      isOwn={isOwn}
      createdAt={message.createdAt}
      text={message.text}
      status={isOwn ? (message.isRead ? 'read' : 'sent') : undefined}
      start={!isOwn && message.text && listenParts && <listenParts.ListenToMessage text={message.text} />}
      action={!isOwn && <ReportAction label={t('report')} onPress={() => onReport(message._id)} />}
    >
      {message.post && <MessagePost post={message.post} />}
      {message.offer && offers && <offers.Stored {...{ message, isCard, hasEnd, dealStatus }} />}
      {message.wanted && <MessageWanted wanted={message.wanted} />}
      {message.images.length > 0 && (
        <MessagePhotos message={message} alt={isOwn ? t('yourPhoto') : t('photosOf', { name })} />
      )}
      {/* Photos are deleted with the sender's account. */}
      {!message.text && message.images.length === 0 && !message.offer && (
        <p className="text-soft italic">{t('photoDeleted')}</p>
      )}
    </Frame>
  );
});

function ReportAction({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onPress}
      className="relative -m-3 grid size-11 place-items-center rounded-full hover:text-mirch"
    >
      <Flag size={14} aria-hidden />
    </button>
  );
}

interface OutgoingBubbleProps {
  item: Outgoing;
  progress: number | undefined;
  onRetry: () => void;
  onDelete: () => void;
}

export function OutgoingBubble({ item, progress, onRetry, onDelete }: OutgoingBubbleProps) {
  const t = useT('chat');
  const offers = use(OfferPartsContext);
  const { failure } = item;
  return (
    <div className="flex w-full flex-col items-end gap-1">
      <Frame isOwn createdAt={item.createdAt} text={item.text} status={failure ? 'failed' : 'pending'}>
        {item.post && <MessagePost post={item.post} />}
        {item.wanted && <MessageWanted wanted={item.wanted} />}
        {item.offer && offers && <offers.Unsent offer={item.offer} />}
        {item.photos.length > 0 && <OutgoingPhotos photos={item.photos} alt={t('yourPhoto')} />}
        {progress !== undefined && (
          <ProgressBar label={t('sendingPhotos')} value={progress} className="mb-1.5" />
        )}
      </Frame>
      {failure && item.offer && offers && (
        <offers.Refused item={item} onRetry={onRetry} onDelete={onDelete} />
      )}
      {failure && !item.offer && (
        <div role="alert" className="flex max-w-[85%] flex-wrap items-center justify-end gap-x-1 text-note">
          <p className="text-right text-mirch">
            {[t('failed'), refusedPhoto(item), reasonOf(failure)].filter(Boolean).join(': ')}
          </p>
          <Button variant="quiet" onClick={onRetry}>
            {t('retry')}
          </Button>
          <Button variant="quiet" className="text-mirch" onClick={onDelete}>
            {t('delete')}
          </Button>
        </div>
      )}
    </div>
  );
}

function refusedPhoto({ photos, failure }: Outgoing): string | undefined {
  const number = failure?.error?.number;
  if (number === undefined) return undefined;
  const photo = photos[number - 1];
  return photo instanceof File ? photo.name : getT('chat')('photoNumber', { number });
}

function reasonOf({ code, message, error }: Failure): string {
  if (error) return fieldText(error);
  return (code === 'INVALID_INPUT' ? undefined : codeText(code)) ?? message;
}
