import { limits } from '@upaj/contract/limits';
import { normalizeTags } from '@upaj/contract/trade/posts';
import Plus from 'lucide-react/icons/plus';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { useController } from 'react-hook-form';
import { useT, useTexts } from '#i18n/locale.ts';
import { Button } from '#ui/button.tsx';
import { RemovableChip } from '#ui/chip.tsx';
import { FieldErrorText } from '#ui/field.tsx';
import { Switch } from '#ui/switch.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import { FormSection } from './form-layout.tsx';
import type { PostFormValues } from './form-values.ts';
import { useAboutField, useField } from './use-field.ts';

export function OptionsSection() {
  const texts = useTexts('createPost');
  return (
    <FormSection title={texts.options}>
      <TagsField />
      <div className="flex flex-col gap-3 border-t border-line pt-4">
        <OptionSwitch name="isOrganic" hint={texts.organicHint} />
        <OptionSwitch name="isFeatured" hint={texts.featuredHint} />
      </div>
    </FormSection>
  );
}

function OptionSwitch({ name, hint }: { name: 'isOrganic' | 'isFeatured'; hint: string }) {
  const id = useId();
  const { label, error, onChange, onBlur, ref } = useField()(name);
  return (
    <div>
      <Switch
        name={name}
        onChange={onChange}
        onBlur={onBlur}
        ref={ref}
        aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
        label={<span className="font-semibold">{label}</span>}
      />
      <p id={`${id}-hint`} className="-mt-1 pr-16 text-note text-soft">
        {hint}
      </p>
      <div className="mt-1.5">
        <FieldErrorText id={`${id}-error`} error={error} />
      </div>
    </div>
  );
}

function TagsField() {
  const t = useT();
  const texts = useTexts('createPost');
  const about = useAboutField();
  const { field } = useController<PostFormValues, 'tags'>({ name: 'tags' });
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const tags = normalizeTags(field.value);

  function add(): void {
    input.current?.focus();
    const typed = normalizeTags(text);
    const added = typed.filter((tag) => !tags.includes(tag));
    if (typed.length === 0) return;
    if (typed.some((tag) => tag.length > limits.tags.maxLength)) return toast.error(texts.tagTooLong);
    if (added.length === 0) return toast.error(texts.tagExists);
    if (tags.length + added.length > limits.tags.max) return toast.error(t.fields.tagsTooMany);
    field.onChange([...tags, ...added].join(','));
    setText('');
    toast.success(texts.tagAdded);
  }

  function remove(tag: string): void {
    field.onChange(tags.filter((one) => one !== tag).join(','));
    toast.success(texts.tagRemoved);
    // The pressed chip is gone, and focus with it.
    input.current?.focus();
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
            label={texts.labels.tags}
            hint={texts.tagsHint}
            optional
            error={about('tags').error}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
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
          onClick={add}
        >
          {texts.addTag}
        </Button>
      </div>
      {tags.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li key={tag} className="min-w-0">
              <RemovableChip removeLabel={texts.removeTag(tag)} onRemove={() => remove(tag)}>
                #{tag}
              </RemovableChip>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
