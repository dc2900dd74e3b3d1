import CircleAlert from 'lucide-react/icons/circle-alert';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useT } from '#i18n/locale.ts';
import { useSettled } from '#lib/use-time.ts';
import { cx } from './cx.ts';

/** `error` is the text to show. */
export interface FieldProps {
  label: string;
  /** True when only screen readers get the label, because a placeholder says the same. */
  isLabelHidden?: boolean | undefined;
  hint?: string | undefined;
  error?: string | undefined;
  /** Screen readers read the note out when it appears. */
  note?: string;
  optional?: boolean;
  /** Users can type more than this; the counter then shows the excess. */
  limit?: number;
}

export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export function splitFieldProps<P extends FieldProps>({
  label,
  isLabelHidden,
  hint,
  error,
  note,
  optional,
  limit,
  ...control
}: P) {
  return [{ label, isLabelHidden, hint, error, note, optional, limit }, control] as const;
}

interface Props extends FieldProps {
  children: (control: ControlProps) => ReactNode;
}

export function Field(props: Props) {
  const { label, isLabelHidden = false, hint, error, note, optional, limit, children } = props;
  const t = useT('common');
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'font-semibold'}>
        {label}
        {optional && <span className="font-normal text-soft"> ({t('optional')})</span>}
      </label>
      {hint && (
        <p id={hintId} className="-mt-1 text-note text-soft">
          {hint}
        </p>
      )}
      {children({
        id,
        'aria-describedby': [hintId, errorId].filter(Boolean).join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {limit !== undefined && <Counter controlId={id} limit={limit} />}
      {note !== undefined && (
        <p role="status" className="text-note text-soft empty:-mt-1.5">
          {note}
        </p>
      )}
      <FieldErrorText id={errorId} error={error} />
    </div>
  );
}

/** Shows an icon too, because colour alone does not mark an error for everyone. */
export function FieldErrorText({ id, error }: { id?: string | undefined; error: string | undefined }) {
  if (!error) return null;
  return (
    <p id={id} className="flex items-start gap-1.5 text-note font-medium text-mirch">
      <CircleAlert size={18} aria-hidden className="mt-px shrink-0" />
      {error}
    </p>
  );
}

/** Takes the focus when it appears. */
export function FormError({ text, children }: { text: string; children?: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <div
      ref={ref}
      role="alert"
      tabIndex={-1}
      className="flex scroll-mt-20 items-start gap-3 rounded-control bg-mirch-wash p-3.5 font-medium text-mirch"
    >
      <CircleAlert size={22} aria-hidden className="mt-px shrink-0" />
      <div>
        <p>{text}</p>
        {children}
      </div>
    </div>
  );
}

/** Shows how many characters are left when few are. It never cuts the text. */
function Counter({ controlId, limit }: { controlId: string; limit: number }) {
  const t = useT('common');
  const [left, setLeft] = useState(limit);
  // Counts after every render, because resetting a form sends no event.
  useEffect(() => {
    const control = document.getElementById(controlId) as HTMLInputElement;
    const count = () => setLeft(limit - control.value.trim().length);
    count();
    // The listener is on the document, because React hears the event there first. Otherwise a render would undo the
    // new character.
    document.addEventListener('input', count);
    return () => document.removeEventListener('input', count);
  });
  const text =
    left < 0
      ? t('charactersTooMany', { count: -left })
      : left <= limit / 5
        ? t('charactersLeft', { count: left })
        : '';
  return (
    <div className={cx('text-right text-note empty:hidden', left < 0 ? 'text-mirch' : 'text-soft')}>
      {text && <p aria-hidden>{text}</p>}
      {/* The text is delayed, so that it is not read out at every key. */}
      <p role="status" className="sr-only">
        {useSettled(text, 1000)}
      </p>
    </div>
  );
}

/** The text is 16 px (`text-base`), because phones zoom in on a focused field with smaller text. */
export const controlClass =
  'w-full min-h-12 rounded-control border border-edge bg-card px-3.5 text-base text-ink placeholder:text-soft ' +
  'aria-invalid:border-mirch aria-invalid:border-2 disabled:opacity-60';
