import { limits } from '@upaj/contract/limits';
import { useT, useTexts } from '#i18n/locale.ts';
import { SelectField, toOptions } from '#ui/select-field.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextField } from '#ui/text-field.tsx';
import { CropField } from './crop-field.tsx';
import { FormSection } from './form-section.tsx';
import { useField } from './use-field.ts';

export function BasicSection() {
  const t = useT();
  const texts = useTexts('createPost');
  const field = useField();
  return (
    <FormSection title={texts.basic}>
      <TextField
        {...field('title')}
        placeholder={texts.titleExample}
        limit={limits.title.max}
        enterKeyHint="next"
      />
      <TextArea
        {...field('description')}
        hint={texts.descriptionHint}
        limit={limits.description.max}
        rows={4}
      />
      <div className="grid gap-5 md:grid-cols-2">
        <CropField />
        <SelectField
          {...field('category')}
          placeholder={texts.choose}
          options={toOptions(t.names.category)}
        />
      </div>
    </FormSection>
  );
}
