import CircleAlert from 'lucide-react/icons/circle-alert';
import { useId, type ReactNode } from 'react';
import { useT } from '#i18n/locale.ts';
import { Counter } from './counter.tsx';

/** What every field takes. `error` is the text to show, in the reader's language; '' and undefined mean none. */
export interface FieldProps {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** Adds '(optional)' to the label. */
  optional?: boolean;
  /** The most characters it may hold. More can be typed; a counter then says so. */
  limit?: number;
}

/** What a control needs to be tied to its label, hint and error. */
export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export function splitFieldProps<P extends FieldProps>({
  label,
  hint,
  error,
  optional,
  limit,
  ...control
}: P) {
  return [{ label, hint, error, optional, limit }, control] as const;
}

interface Props extends FieldProps {
  children: (control: ControlProps) => ReactNode;
}

export function Field({ label, hint, error, optional, limit, children }: Props) {
  const t = useT();
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
        {optional && <span className="font-normal text-soft"> ({t.common.optional})</span>}
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
      <FieldErrorText id={errorId} error={error} />
    </div>
  );
}

/** The error under a field, with an icon, because colour alone does not reach everybody. */
export function FieldErrorText({ id, error }: { id?: string | undefined; error: string | undefined }) {
  if (!error) return null;
  return (
    <p id={id} className="flex items-start gap-1.5 text-note font-medium text-mirch">
      <CircleAlert size={18} aria-hidden className="mt-px shrink-0" />
      {error}
    </p>
  );
}
