import { useId } from 'react';
import { useTexts } from '#i18n/locale.ts';
import { FieldErrorText } from '#ui/field.tsx';
import { Switch } from '#ui/switch.tsx';
import { FormSection } from './form-section.tsx';
import { TagsField } from './tags-field.tsx';
import { useField } from './use-field.ts';

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
