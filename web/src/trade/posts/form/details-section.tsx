import { limits } from '@upaj/contract/limits';
import { useTexts } from '#i18n/locale.ts';
import { TextField } from '#ui/text-field.tsx';
import { FormSection } from './form-section.tsx';
import { useField } from './use-field.ts';

export function DetailsSection() {
  const texts = useTexts('createPost');
  const field = useField();
  const text = { autoComplete: 'off', limit: limits.shortText.max };
  return (
    <FormSection title={texts.specifications}>
      <TextField {...field('shelLife')} {...text} hint={texts.shelfLifeHint} />
      <div className="grid gap-5 md:grid-cols-2">
        <TextField {...field('variety')} {...text} placeholder={texts.varietyExample} />
        <TextField {...field('harvestDate')} type="date" />
        <TextField {...field('minorderQunatity')} {...text} placeholder={texts.minimumOrderExample} />
        <TextField {...field('packaging')} {...text} placeholder={texts.packagingExample} />
      </div>
    </FormSection>
  );
}
