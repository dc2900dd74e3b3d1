import { Autocomplete } from '@base-ui/react/autocomplete';
import { foldText } from '@upaj/contract/fold-text';
import type { ReactNode, Ref } from 'react';
import { controlClass, Field, type FieldProps } from '#ui/field.tsx';

export interface Suggestion {
  value: string;
  /** The search also looks in the note, such as the name in another language. */
  note?: string;
  /** True when the text matches another name, which neither the value nor the note contains. */
  isFound?: boolean;
}

export interface ComboboxFieldProps extends FieldProps {
  value: string;
  onChange: (text: string) => void;
  onBlur?: () => void;
  onFocus?: () => void;
  suggestions: readonly (string | Suggestion)[];
  renderPicture?: (value: string) => ReactNode;
  name?: string;
  placeholder?: string;
  disabled?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** Imports Base UI, so use it on lazy screens only. */
export function ComboboxField(props: ComboboxFieldProps) {
  const {
    label,
    isLabelHidden,
    hint,
    error,
    optional,
    limit,
    value,
    onChange,
    suggestions,
    renderPicture,
    disabled,
    ...input
  } = props;
  return (
    <Field
      label={label}
      isLabelHidden={isLabelHidden}
      hint={hint}
      error={error}
      optional={optional}
      limit={limit}
    >
      {(control) => (
        <Autocomplete.Root
          items={suggestions}
          itemToStringValue={valueOf}
          filter={matches}
          value={value}
          onValueChange={onChange}
          disabled={disabled}
          openOnInputClick
          limit={50}
        >
          <Autocomplete.Input autoComplete="off" {...input} {...control} className={controlClass} />
          <Autocomplete.Portal>
            <Autocomplete.Positioner sideOffset={4} className="z-20">
              <Autocomplete.Popup className="w-(--anchor-width) rounded-control border border-line bg-card shadow-lg data-empty:hidden">
                <Autocomplete.List className="max-h-[min(18rem,var(--available-height))] overflow-y-auto overscroll-contain p-1">
                  {(suggestion: string | Suggestion) => (
                    <Autocomplete.Item
                      key={valueOf(suggestion)}
                      value={suggestion}
                      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-small px-3 py-0.5 data-highlighted:bg-leaf-wash data-highlighted:text-leaf"
                    >
                      {renderPicture?.(valueOf(suggestion))}
                      <span className="min-w-0 flex-1">{valueOf(suggestion)}</span>
                      <span className="min-w-0 text-right text-note text-soft">{noteOf(suggestion)}</span>
                    </Autocomplete.Item>
                  )}
                </Autocomplete.List>
              </Autocomplete.Popup>
            </Autocomplete.Positioner>
          </Autocomplete.Portal>
        </Autocomplete.Root>
      )}
    </Field>
  );
}

function valueOf(suggestion: string | Suggestion): string {
  return typeof suggestion === 'string' ? suggestion : suggestion.value;
}

function noteOf(suggestion: string | Suggestion): string | undefined {
  return typeof suggestion === 'string' ? undefined : suggestion.note;
}

function matches(suggestion: string | Suggestion, query: string): boolean {
  const isFound = typeof suggestion !== 'string' && suggestion.isFound;
  return isFound || foldText(`${valueOf(suggestion)} ${noteOf(suggestion) ?? ''}`).includes(foldText(query));
}
