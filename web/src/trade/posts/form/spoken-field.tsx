import { useFormContext } from 'react-hook-form';
import { amountText } from '#i18n/amount.ts';
import { useLocale, useT } from '#i18n/locale.ts';
import { api } from '#lib/api.ts';
import { plainNumber } from '#lib/format.ts';
import { failureText } from '#ui/forms/form.ts';
import { Microphone } from '#ui/microphone/microphone.tsx';
import { toast } from '#ui/toast/toast.ts';
import type { FieldName, PostFormValues } from './form-values.ts';

export type SpokenFieldName = 'title' | 'description' | 'price' | 'quantity';

/** Adds what is said to a text. Numbers in words are read by the server, and replace what the field has. */
export function SpokenField({ name }: { name: SpokenFieldName }) {
  const t = useT('microphone');
  const lang = useLocale();
  const { getValues, setValue } = useFormContext<PostFormValues>();
  const fill = (field: FieldName, value: string) =>
    setValue(field, value, { shouldDirty: true, shouldValidate: true, shouldTouch: true });
  const read = async (text: string) =>
    (await api('POST /api/v1/understand-post', { body: { text, lang } })).data;

  async function fillPrice(said: string): Promise<void> {
    // A number alone is a price only beside a currency.
    const { price, priceUnit } = await read(`${said} ₹`);
    if (price === null && !/^[\d.]+$/.test(plainNumber(said))) return toast.error(t('notPrice', { said }));
    fill('price', price === null ? plainNumber(said) : String(price));
    if (priceUnit) fill('priceUnit', priceUnit);
  }

  async function fillQuantity(said: string): Promise<void> {
    const { quantity, unit } = await read(said);
    fill('quantity', quantity === null || !unit ? said : amountText({ number: quantity, unit }));
  }

  const onSaid = (said: string) => {
    if (name === 'price') fillPrice(said).catch((error: unknown) => toast.error(failureText(error)));
    else if (name === 'quantity') fillQuantity(said).catch(() => fill('quantity', said));
    else fill(name, [getValues(name).trimEnd(), said].filter(Boolean).join(' '));
  };
  return <Microphone onSaid={onSaid} />;
}
