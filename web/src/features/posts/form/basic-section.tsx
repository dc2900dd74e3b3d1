import { limits } from '@upaj/contract/limits';
import { useT } from '#i18n/locale.ts';
import { SelectField, toOptions } from '#ui/select-field.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextField } from '#ui/text-field.tsx';
import { CropField } from './crop-field.tsx';
import { FormSection } from './form-section.tsx';
import { useField } from './use-field.ts';

export function BasicSection() {
  const t = useT();
  const field = useField();
  return (
    <FormSection title={t.createPost.basic}>
      <TextField
        {...field('title')}
        placeholder={t.createPost.titleExample}
        maxLength={limits.title.max}
        enterKeyHint="next"
      />
      <TextArea
        {...field('description')}
        hint={t.createPost.descriptionHint}
        maxLength={limits.description.max}
        rows={4}
      />
      <div className="grid gap-5 md:grid-cols-2">
        <CropField />
        <SelectField
          {...field('category')}
          placeholder={t.createPost.choose}
          options={toOptions(t.names.category)}
        />
      </div>
    </FormSection>
  );
}
