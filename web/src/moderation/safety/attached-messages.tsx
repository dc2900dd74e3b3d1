import { limits } from '@upaj/contract/limits';
import { langOf, useT } from '#i18n/locale.ts';

export interface AttachableMessage {
  _id: string;
  /** The name is null when the reporter wrote the message. */
  name: string | null;
  text: string;
  hasOffer: boolean;
}

interface AttachedMessagesProps {
  messages: readonly AttachableMessage[];
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
}

/** Moderators read only the reported message and those that are chosen here. */
export function AttachedMessages({ messages, chosen, onChange }: AttachedMessagesProps) {
  const t = useT('safety');
  const max = limits.report.messages;
  return (
    <details>
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-leaf underline">
        {t('attach')}
      </summary>
      <fieldset className="flex flex-col">
        <legend className="text-note text-soft">{t('attachHint', { max })}</legend>
        {messages.map(({ _id, name, text, hasOffer }) => {
          const isChosen = chosen.includes(_id);
          return (
            <label key={_id} className="flex min-h-11 cursor-pointer items-start gap-3 py-1.5">
              <input
                type="checkbox"
                checked={isChosen}
                disabled={!isChosen && chosen.length >= max}
                onChange={() => onChange(isChosen ? chosen.filter((id) => id !== _id) : [...chosen, _id])}
                className="mt-0.5 size-5 shrink-0 accent-leaf"
              />
              <span className="line-clamp-3 min-w-0 wrap-anywhere">
                <b className="font-medium">{name ?? t('attachYou')}:</b>{' '}
                {text ? <span lang={langOf(text)}>{text}</span> : t(hasOffer ? 'attachOffer' : 'attachPhoto')}
              </span>
            </label>
          );
        })}
      </fieldset>
    </details>
  );
}
