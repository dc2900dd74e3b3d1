import { limits } from '@upaj/contract/limits';
import type { ProfileEdit } from '@upaj/contract/people/profiles';
import Plus from 'lucide-react/icons/plus';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useController, type Control } from 'react-hook-form';
import { useT, useTexts } from '#i18n/locale.ts';
import { Button } from '#ui/button.tsx';
import { RemovableChip } from '#ui/chip.tsx';
import { TextField } from '#ui/text-field.tsx';

interface CertificationsFieldProps {
  control: Control<ProfileEdit, unknown, ProfileEdit>;
  error: string | undefined;
}

/** A short list of names: Enter or the button adds one. What was typed and not added yet is added when one leaves it. */
export function CertificationsField({ control, error }: CertificationsFieldProps) {
  const t = useT();
  const texts = useTexts('profile');
  const { field } = useController({ control, name: 'farmDetails.certifications' });
  const [text, setText] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const names = field.value ?? [];

  function add(): void {
    const name = text.trim();
    if (!name) return;
    if (name.length > limits.certifications.maxLength) return setRefusal(t.fields.tooLong);
    const isThere = names.some((one) => one.toLowerCase() === name.toLowerCase());
    if (isThere) return setRefusal(texts.certificationExists);
    if (names.length >= limits.certifications.max) return setRefusal(t.fields.certificationsTooMany);
    field.onChange([...names, name]);
    setText('');
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    // Enter that ends a word of an input method is not ours.
    if (!event.nativeEvent.isComposing) add();
  }

  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            label={texts.certifications}
            hint={texts.certificationsHint}
            optional
            error={refusal ?? error}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setRefusal(undefined);
            }}
            onBlur={add}
            onKeyDown={onKeyDown}
            limit={limits.certifications.maxLength}
            ref={(element) => {
              input.current = element;
              field.ref(element);
            }}
            name={field.name}
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
          {texts.addCertification}
        </Button>
      </div>
      {names.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {names.map((name) => (
            <li key={name} className="min-w-0">
              <RemovableChip
                removeLabel={texts.removeCertification(name)}
                onRemove={() => {
                  field.onChange(names.filter((one) => one !== name));
                  setRefusal(undefined);
                  // The pressed chip is gone, and focus with it.
                  input.current?.focus();
                }}
              >
                {name}
              </RemovableChip>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
