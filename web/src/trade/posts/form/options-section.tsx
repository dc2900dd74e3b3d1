import { limits } from '@upaj/contract/limits';
import { normalizeTags } from '@upaj/contract/trade/posts';
import { useId } from 'react';
import { useController } from 'react-hook-form';
import { useT, useTexts } from '#i18n/locale.ts';
import { FieldErrorText } from '#ui/field.tsx';
import { ListField } from '#ui/list-field.tsx';
import { Switch } from '#ui/switch.tsx';
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
  const tags = normalizeTags(field.value);

  function add(text: string): boolean {
    const typed = normalizeTags(text);
    const added = typed.filter((tag) => !tags.includes(tag));
    const refuse = (reason: string) => {
      toast.error(reason);
      return false;
    };
    if (typed.length === 0) return false;
    if (typed.some((tag) => tag.length > limits.tags.maxLength)) return refuse(texts.tagTooLong);
    if (added.length === 0) return refuse(texts.tagExists);
    if (tags.length + added.length > limits.tags.max) return refuse(t.fields.tagsTooMany);
    field.onChange([...tags, ...added].join(','));
    toast.success(texts.tagAdded);
    return true;
  }

  return (
    <ListField
      label={texts.labels.tags}
      hint={texts.tagsHint}
      error={about('tags').error}
      name={field.name}
      fieldRef={field.ref}
      items={tags}
      onAdd={add}
      onRemove={(tag) => {
        field.onChange(tags.filter((one) => one !== tag).join(','));
        toast.success(texts.tagRemoved);
      }}
      addLabel={texts.addTag}
      removeLabel={texts.removeTag}
      renderItem={(tag) => `#${tag}`}
    />
  );
}
