import { limits } from '@upaj/contract/limits';
import type { SpokenPost } from '@upaj/contract/trade/spoken-posts';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useAmount } from '#i18n/amount.ts';
import { useCropName } from '#i18n/crop-names.ts';
import { useLocale, useT } from '#i18n/locale.ts';
import { api } from '#lib/api.ts';
import { findTypedCrop } from '#mandi/crops/crop-search.ts';
import { Button } from '#ui/button.tsx';
import { failureText } from '#ui/forms/form.ts';
import { LazyMicrophone } from '#ui/microphone/lazy-microphone.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { FormSection } from './form-layout.tsx';
import { emptyValues, type FieldName, type PostFormValues } from './form-values.ts';

/** A sentence fills in what it says of crop, quantity and price, for the seller to check. */
export function SentenceSection() {
  const t = useT('create-post');
  const locale = useLocale();
  const fill = useFill();
  const [text, setText] = useState('');
  const [outcome, setOutcome] = useState('');
  const [isBusy, setBusy] = useState(false);

  async function understand(sentence: string): Promise<void> {
    setBusy(true);
    try {
      const { data } = await api('POST /api/v1/understand-post', { body: { text: sentence, lang: locale } });
      const filled = fill(data);
      const fields = filled.map((name) => t(`labels.${name}`)).join(', ');
      setOutcome(filled.length > 0 ? t('sentence.filled', { fields }) : t('sentence.nothing'));
    } catch (error) {
      setOutcome(failureText(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <FormSection title={t('sentence.title')} hint={t('sentence.example')}>
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextArea
            label={t('sentence.label')}
            value={text}
            rows={2}
            limit={limits.spokenPost.max}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <LazyMicrophone
          onSaid={(said) => {
            setText(said);
            void understand(said);
          }}
        />
      </div>
      <Button
        variant="line"
        busy={isBusy}
        disabled={text.trim() === ''}
        onClick={() => void understand(text.trim())}
      >
        {t('sentence.fill')}
      </Button>
      <p role="status" className="text-note empty:hidden">
        {outcome}
      </p>
    </FormSection>
  );
}

/** @returns a function that fills in what was understood, and says which fields these are */
function useFill(): (said: SpokenPost) => FieldName[] {
  const { getValues, setValue } = useFormContext<PostFormValues>();
  const cropName = useCropName();
  const amountText = useAmount();
  return ({ cropType, variety, quantity, unit, price, priceUnit }) => {
    const name = cropType && cropName(cropType);
    const crop = name ? findTypedCrop(name) : undefined;
    const isUntouched = (field: FieldName) => getValues(field) === emptyValues[field];
    const values: Partial<Record<FieldName, string | null | undefined>> = {
      cropType: name,
      variety,
      quantity: quantity !== null && unit ? amountText({ number: quantity, unit }) : null,
      price: price === null ? null : String(price),
      priceUnit: priceUnit ?? (price === null ? crop?.unit : null),
      category: isUntouched('category') ? crop?.category : null,
      title: isUntouched('title') ? name && [variety, name].filter(Boolean).join(' ') : null,
    };
    const filled = (Object.keys(values) as FieldName[]).filter((field) => values[field]);
    for (const field of filled)
      setValue(field, values[field] ?? '', { shouldDirty: true, shouldValidate: true, shouldTouch: true });
    return filled.filter((field) => field !== 'priceUnit' || priceUnit !== null);
  };
}
