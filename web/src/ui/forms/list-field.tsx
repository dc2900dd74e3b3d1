import Plus from 'lucide-react/icons/plus';
import { useRef, useState, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react';
import { isComposing } from '#lib/composing.ts';
import { Button } from '#ui/button.tsx';
import { RemovableChip } from '#ui/chip.tsx';
import { TextField } from '#ui/text-field.tsx';

interface ListFieldProps extends Omit<ComponentProps<typeof TextField>, 'value' | 'onChange' | 'ref'> {
  items: readonly string[];
  /** Returns false to leave the text in the field. */
  onAdd: (text: string) => boolean;
  onRemove: (item: string) => void;
  addLabel: string;
  removeLabel: (item: string) => string;
  renderItem?: (item: string) => ReactNode;
  onEdit?: () => void;
  /** Also adds the text when the field loses the focus. */
  addsOnBlur?: boolean;
  fieldRef: (element: HTMLInputElement | null) => void;
}

/** Edits a list of short texts: Enter or the button adds one, and a chip removes it. */
export function ListField(props: ListFieldProps) {
  const {
    items,
    onAdd,
    onRemove,
    addLabel,
    removeLabel,
    renderItem,
    onEdit,
    addsOnBlur,
    fieldRef,
    ...field
  } = props;
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const add = () => {
    if (onAdd(text)) setText('');
  };

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (!isComposing(event.nativeEvent)) add();
  }

  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            {...field}
            optional
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              onEdit?.();
            }}
            onBlur={addsOnBlur ? add : undefined}
            onKeyDown={onKeyDown}
            ref={(element) => {
              input.current = element;
              fieldRef(element);
            }}
            autoComplete="off"
            enterKeyHint="done"
          />
        </div>
        <Button
          variant="line"
          className="min-h-12 shrink-0"
          icon={<Plus size={20} aria-hidden />}
          onClick={() => {
            add();
            input.current?.focus();
          }}
        >
          {addLabel}
        </Button>
      </div>
      {items.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {items.map((item) => (
            <li key={item} className="min-w-0">
              <RemovableChip
                removeLabel={removeLabel(item)}
                onRemove={() => {
                  onRemove(item);
                  // The pressed chip has disappeared, and the focus with it.
                  input.current?.focus();
                }}
              >
                {renderItem ? renderItem(item) : item}
              </RemovableChip>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
