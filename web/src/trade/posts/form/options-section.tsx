import { limits } from '@upaj/contract/limits';
import { normalizeTags } from '@upaj/contract/trade/tags';
import { useId } from 'react';
import { useController } from 'react-hook-form';
import { useT } from '#i18n/locale.ts';
import { fieldText } from '#lib/field-text.ts';
import { FieldErrorText } from '#ui/field.tsx';
import { ListField } from '#ui/forms/list-field.tsx';
import { Switch } from '#ui/switch.tsx';
import { toast } from '#ui/toast/toast.ts';
import { FormSection, MoreFields } from './form-layout.tsx';
import type { PostFormValues } from './form-values.ts';
import { useAboutField, useField } from './use-field.ts';

export function OptionsSection() {
  const t = useT('create-post');
  return (
    <FormSection title={t('options')}>
      <MoreFields label={t('moreOptions')}>
        <TagsField />
        <div className="flex flex-col gap-3 border-t border-line pt-4">
          <OptionSwitch name="isOrganic" hint={t('organicHint')} />
          <OptionSwitch name="isFeatured" hint={t('featuredHint', { max: limits.featuredPosts })} />
        </div>
      </MoreFields>
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
  const t = useT('create-post');
  const about = useAboutField();
  const { field } = useController<PostFormValues, 'tags'>({ name: 'tags' });
  const tags = normalizeTags(field.value);

  function add(text: string): boolean {
    const typed = normalizeTags(text);
    const added = normalizeTags([...tags, ...typed].join(',')).slice(tags.length);
    const refuse = (reason: string) => {
      toast.error(reason);
      return false;
    };
    if (typed.length === 0) return false;
    if (typed.some((tag) => tag.length > limits.tags.maxLength))
      return refuse(t('tagTooLong', { max: limits.tags.maxLength }));
    if (added.length === 0) return refuse(t('tagExists'));
    if (tags.length + added.length > limits.tags.max) return refuse(fieldText('tagsTooMany'));
    field.onChange([...tags, ...added].join(','));
    toast.success(t('tagAdded'));
    return true;
  }

  return (
    <ListField
      label={t('labels.tags')}
      hint={t('tagsHint')}
      error={about('tags').error}
      name={field.name}
      fieldRef={field.ref}
      items={tags}
      onAdd={add}
      onRemove={(tag) => {
        field.onChange(tags.filter((one) => one !== tag).join(','));
        toast.success(t('tagRemoved'));
      }}
      addLabel={t('addTag')}
      removeLabel={(tag) => t('removeTag', { tag })}
      renderItem={(tag) => `#${tag}`}
    />
  );
}
