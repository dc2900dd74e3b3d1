import { useFormContext, useWatch } from 'react-hook-form';
import { useAmountReader } from '#i18n/amount.ts';
import { useT } from '#i18n/locale.ts';
import { useSettled } from '#lib/use-time.ts';
import type { PostFormValues } from './form-values.ts';

type ReadField = 'quantity' | 'shelLife' | 'minorderQunatity' | 'packaging';

/** Says under a field, once the seller stops typing, that its text is not translated for buyers. */
export function useUnreadNote(): (name: ReadField) => { note?: string } {
  const t = useT('create-post');
  const { control } = useFormContext<PostFormValues>();
  const values = useWatch({ control, name: ['quantity', 'shelLife', 'minorderQunatity', 'packaging'] });
  const [quantity = '', shelLife = '', minorderQunatity = '', packaging = ''] = JSON.parse(
    useSettled(JSON.stringify(values), 1_000),
  ) as string[];
  const texts = { quantity, shelLife, minorderQunatity, packaging };
  const reader = useAmountReader(Object.values(texts).some(Boolean));
  const amounts = reader?.readPostAmounts(texts);
  return (name) => (amounts && texts[name].trim() && !amounts[name] ? { note: t('unread') } : {});
}
