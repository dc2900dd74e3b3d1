import { limits } from '@upaj/contract/limits';
import type { ChatUser } from '@upaj/contract/chat/messages';
import type { Side } from '@upaj/contract/deals/offer-machine';
import Camera from 'lucide-react/icons/camera';
import Handshake from 'lucide-react/icons/handshake';
import ImagePlus from 'lucide-react/icons/image-plus';
import SendHorizontal from 'lucide-react/icons/send-horizontal';
import {
  use,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { useT } from '#i18n/locale.ts';
import { isComposing } from '#lib/composing.ts';
import { controlClass } from '#ui/field.tsx';
import { cx } from '#ui/cx.ts';
import { IconButton, iconButtonClass } from '#ui/button.tsx';
import { FileInput, type FileInputProps } from '#ui/files.tsx';
import { hasMicrophone, LazyMicrophone } from '#ui/microphone/lazy-microphone.tsx';
import { storeChat, readChat } from '#chat/messages/chat-storage.ts';
import { ChosenPhotos, usePhotos } from './chosen-photos.tsx';
import { fieldId } from './focus.ts';
import { OfferPartsContext } from './offer-parts.ts';
import { QuickReplies } from './quick-replies.tsx';
import { sendTyping } from '#chat/presence.ts';

/** The counter appears when fewer than this many characters are left. */
const counterThreshold = 200;

interface ComposerProps {
  viewerId: string;
  partner: ChatUser;
  /** The viewer's side in the trade that the conversation is about. */
  role: Side | undefined;
  onSend: (text: string, photos: readonly Blob[]) => void;
  isHeld: boolean;
}

export function Composer(props: ComposerProps) {
  const { viewerId, partner, role, onSend, isHeld } = props;
  const t = useT('chat');
  const tCommon = useT('common');
  const offers = use(OfferPartsContext);
  const partnerId = partner._id;
  const [isPicking, setPicking] = useState(false);
  const id = useId();
  const [text, setText] = useHalfTyped(viewerId, partnerId);
  const photos = usePhotos();
  const typing = useTyping(partnerId);
  const left = limits.message.max - text.trim().length;
  const isReady = (text.trim() !== '' || photos.list.length > 0) && left >= 0 && !photos.isPreparing;
  const field = useGrowing(text);
  const isEmpty = text.trim() === '' && photos.list.length === 0;

  const send = () => {
    if (!isReady) return;
    onSend(
      text.trim(),
      photos.list.flatMap(({ file }) => (file ? [file] : [])),
    );
    setText('');
    photos.clear();
    typing.onStop();
    field.current?.focus();
  };
  const add = (words: string) => {
    setText(`${text.trimEnd()} ${words}`.trimStart());
    field.current?.focus();
  };
  /** Sends the words at once, but adds them to a text that is half typed. @returns whether they were sent */
  const reply = (words: string) => {
    if (isEmpty) onSend(words, []);
    else add(words);
    return isEmpty;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    send();
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files].filter(({ type }) => type.startsWith('image/'));
    if (files.length === 0) return;
    event.preventDefault();
    photos.add(files);
  };

  return (
    <div className="flex flex-col gap-2 border-t border-line bg-paper px-3 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] md:bg-card">
      {isHeld && (
        <p role="status" className="rounded-control bg-haldi-wash px-3 py-2 text-note">
          {t('tooFast')}
        </p>
      )}
      {role && <QuickReplies role={role} onPick={reply} />}
      {offers && isPicking && <offers.PickPost partner={partner} onClose={() => setPicking(false)} />}
      {/* The form of an offer is above this form, because a form cannot contain another one. */}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
        className="flex flex-col gap-2"
      >
        <ChosenPhotos photos={photos.list} onRemove={photos.remove} />
        <div className="flex items-end gap-1.5">
          <PhotoButton
            label={t('addPhotos')}
            icon={<ImagePlus size={23} aria-hidden />}
            multiple
            onFiles={photos.add}
            className="mb-0.5"
          />
          <PhotoButton
            label={tCommon('takePhoto')}
            icon={<Camera size={23} aria-hidden />}
            capture="environment"
            onFiles={photos.add}
            className="mb-0.5 -ml-1.5 pointer-fine:hidden"
          />
          {offers && (
            <IconButton
              label={t('offerForPost')}
              aria-haspopup="dialog"
              onClick={() => setPicking(true)}
              className="mb-0.5 -ml-1.5 text-leaf"
            >
              <Handshake size={23} aria-hidden />
            </IconButton>
          )}
          <textarea
            ref={field}
            id={fieldId}
            rows={1}
            value={text}
            aria-label={t('write')}
            aria-describedby={`${id}-hint ${id}-left`}
            aria-invalid={left < 0 || undefined}
            placeholder={t('write')}
            enterKeyHint="send"
            onChange={(event) => {
              setText(event.target.value);
              if (event.target.value.trim()) typing.onType();
              else typing.onStop();
            }}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            onBlur={typing.onStop}
            className={cx(
              controlClass,
              'max-h-36 min-w-0 flex-1 resize-none py-3 leading-snug -outline-offset-2',
            )}
          />
          {hasMicrophone() && isEmpty ? (
            // There is no room for one more button on a phone, and nothing to send.
            <span className="mb-0.5 grid">
              <LazyMicrophone onSaid={add} />
            </span>
          ) : (
            <button
              type="submit"
              aria-label={t('send')}
              title={t('send')}
              // A disabled button would lose the focus.
              aria-disabled={!isReady}
              className={iconButtonClass(
                cx('mb-0.5 bg-leaf text-on-leaf', isReady ? 'hover:opacity-90' : 'opacity-50'),
              )}
            >
              <SendHorizontal size={21} aria-hidden />
            </button>
          )}
        </div>
        <p id={`${id}-hint`} className="sr-only">
          {t('hint')}
        </p>
        <p
          id={`${id}-left`}
          className={cx('text-right text-note', left < 0 ? 'font-semibold text-mirch' : 'text-soft')}
          hidden={left >= counterThreshold}
        >
          {left < counterThreshold &&
            (left >= 0 ? t('left', { count: left }) : t('tooLong', { count: -left }))}
        </p>
      </form>
    </div>
  );
}

interface PhotoButtonProps extends FileInputProps {
  label: string;
  icon: ReactNode;
  className?: string;
}

function PhotoButton({ label, icon, className, ...input }: PhotoButtonProps) {
  return (
    <label
      title={label}
      className={iconButtonClass(
        cx(
          'cursor-pointer text-leaf hover:bg-leaf-wash focus-within:outline-3 focus-within:outline-sky',
          className,
        ),
      )}
    >
      {icon}
      <span className="sr-only">{label}</span>
      <FileInput {...input} />
    </label>
  );
}

function useGrowing(text: string): RefObject<HTMLTextAreaElement | null> {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const area = field.current;
    if (!area) return;
    area.style.height = 'auto';
    // scrollHeight does not include the border of 2 px.
    area.style.height = `${area.scrollHeight + 2}px`;
    area.style.overflowY = area.scrollHeight > area.clientHeight ? 'auto' : 'hidden';
  }, [text]);
  return field;
}

/** Stores the text for this conversation and tab. */
function useHalfTyped(viewerId: string, partnerId: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => readAll(viewerId)[partnerId] ?? '');
  return [
    text,
    (typed) => {
      setText(typed);
      const { [partnerId]: _, ...others } = readAll(viewerId);
      storeChat('chat_drafts', viewerId, typed.trim() ? { ...others, [partnerId]: typed } : others);
    },
  ];
}

function readAll(viewerId: string): Record<string, string> {
  return readChat<Record<string, string>>('chat_drafts', viewerId) ?? {};
}

const atMostEvery = 2_000;
const stopsAfter = 4_000;

function useTyping(partnerId: string): { onType: () => void; onStop: () => void } {
  const sentAt = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const onStop = () => {
    clearTimeout(timer.current);
    if (sentAt.current === 0) return;
    sentAt.current = 0;
    sendTyping(partnerId, false);
  };
  const onType = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(onStop, stopsAfter);
    if (Date.now() - sentAt.current < atMostEvery) return;
    sentAt.current = Date.now();
    sendTyping(partnerId, true);
  };
  const latestStop = useRef(onStop);
  useEffect(() => {
    latestStop.current = onStop;
  });
  useEffect(() => () => latestStop.current(), []);
  return { onType, onStop };
}
