import { limits } from '@upaj/contract/limits';
import { useT } from '#i18n/locale.ts';
import { TextField } from '#ui/text-field.tsx';
import { FormSection } from './form-section.tsx';
import { useField } from './use-field.ts';

export function DetailsSection() {
  const t = useT();
  const field = useField();
  const text = { autoComplete: 'off', maxLength: limits.shortText.max };
  return (
    <FormSection title={t.createPost.specifications}>
      <TextField {...field('shelLife')} {...text} hint={t.createPost.shelfLifeHint} />
      <div className="grid gap-5 md:grid-cols-2">
        <TextField {...field('variety')} {...text} placeholder={t.createPost.varietyExample} />
        <TextField {...field('harvestDate')} type="date" />
        <TextField {...field('minorderQunatity')} {...text} placeholder={t.createPost.minimumOrderExample} />
        <TextField {...field('packaging')} {...text} placeholder={t.createPost.packagingExample} />
      </div>
    </FormSection>
  );
}
