import { deliveries, termsChecks, termsFormFields } from '@upaj/contract/deals/terms';
import { limits } from '@upaj/contract/limits';
import type { Post } from '@upaj/contract/trade/posts';
import type { MarketPrice } from '@upaj/contract/mandi/market-prices';
import { useEffect, useId, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import type { OfferTerms } from '#chat/send-queue/queue-store.ts';
import { useT } from '#i18n/locale.ts';
import { fieldText } from '#lib/field-text.ts';
import { formatMoney, plainNumber } from '#lib/format.ts';
import { useApiForm } from '#ui/forms/form.ts';
import { useSettled } from '#lib/use-time.ts';
import { MarketPriceLine } from '#trade/posts/market-price-line.tsx';
import { useOddPrice } from '#trade/posts/odd-price.ts';
import { PricedFields } from '#trade/wanted/priced-fields.tsx';
import { Button } from '#ui/button.tsx';
import { ChipGroup } from '#ui/chip.tsx';
import { FormError } from '#ui/field.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { Sheet } from '#ui/dialog.tsx';
import { hasMore, MoreTerms } from './more-terms.tsx';
import { readDraft, storeDraft } from './drafts.ts';
import { totalOfTyped, type TermsValues } from './terms-values.ts';

const termsFormSchema = z.object(termsFormFields).check(...termsChecks);

/** Accepts numbers as people type them, such as '₹2,600' and '१२.५'. */
const typedTermsSchema = z.pipe(
  z.transform((values: TermsValues): z.input<typeof termsFormSchema> => ({
    ...values,
    quantity: plainNumber(String(values.quantity)),
    unit: values.unit as 'kg',
    price: plainNumber(String(values.price)),
    priceUnit: values.priceUnit as 'per kg',
    delivery: values.delivery as 'pickup',
    validDays: Number(values.validDays),
    // An earlier version of the app stored drafts without these two.
    bags: plainNumber(String(values.bags ?? '')),
    advance: plainNumber(String(values.advance ?? '')),
  })),
  termsFormSchema,
);

interface OfferFormProps {
  title: string;
  goodsTitle: string;
  action: string;
  viewerId: string;
  draftKey: string;
  initial: TermsValues;
  /** True when `initial` is what the user sent before. A stored draft then does not replace it. */
  isAgain: boolean;
  marketPrice: MarketPrice | null;
  /** The price of the post, with which an odd price is compared too. */
  asked: Pick<Post, 'price' | 'priceUnit'> | undefined;
  good: 'above' | 'below';
  send: (terms: OfferTerms) => Promise<void>;
  onClose: () => void;
}

const days = Array.from({ length: limits.offer.days.max }, (_, index) => index + limits.offer.days.min);

export function OfferForm(props: OfferFormProps) {
  const { viewerId, draftKey, initial, isAgain, marketPrice, asked, good } = props;
  const { check } = useOddPrice();
  const t = useT('offers');
  const id = useId();
  // The values are read once, so that a fresher copy of the post does not overwrite what is typed.
  const [defaultValues] = useState(() => ({ ...initial, ...(!isAgain && readDraft(viewerId, draftKey)) }));
  const [isMoreOpen, setMoreOpen] = useState(hasMore(defaultValues));
  const { form, field, submit, failure, isBusy } = useApiForm<TermsValues, OfferTerms>({
    schema: typedTermsSchema,
    defaultValues,
    together: { unit: 'priceUnit', priceUnit: 'quantity' },
    isSure: ({ price, priceUnit }) => check({ price, priceUnit, marketPrice }, asked),
    send: async (values) => {
      // Without a connection, the form may not have been able to check the values.
      await props.send(z.parse(typedTermsSchema, values));
      storeDraft(viewerId, draftKey, undefined);
    },
  });
  const delivery = useController({ control: form.control, name: 'delivery' });
  const typed = useWatch({ control: form.control }) as TermsValues;
  const { isDirty } = form.formState;
  useEffect(() => {
    if (isDirty) storeDraft(viewerId, draftKey, typed);
  }, [isDirty, viewerId, draftKey, typed]);
  const price = Number(plainNumber(typed.price));

  return (
    <Sheet
      title={props.title}
      onClose={props.onClose}
      footer={
        <>
          <Total values={typed} shown={[field('quantity').error, field('priceUnit').error]} />
          <Button type="submit" form={id} busy={isBusy} className="min-w-36">
            {isBusy ? t('sending') : props.action}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          // A field with an error takes the focus, which it can only do when it is shown.
          if (hasMore(typed)) setMoreOpen(true);
          submit(event);
        }}
        className="flex flex-col gap-4"
      >
        {failure !== undefined && <FormError text={t('sendFailed')} />}
        <p className="wrap-anywhere text-soft">{t('for', { title: props.goodsTitle })}</p>
        <PricedFields
          quantity={field('quantity')}
          unit={field('unit')}
          price={{ label: t('price'), ...field('price') }}
          priceUnit={field('priceUnit')}
        />
        {price > 0 && (
          <MarketPriceLine
            post={{ price, priceUnit: typed.priceUnit as 'per kg', marketPrice }}
            good={good}
          />
        )}
        <div className="flex flex-col gap-1.5">
          <p className="font-semibold">{t('deliveryLabel')}</p>
          <ChipGroup
            label={t('deliveryLabel')}
            options={deliveries.map((value) => ({ value, label: t(`delivery.${value}`) }))}
            value={delivery.field.value}
            onChange={delivery.field.onChange}
          />
        </div>
        <SelectField
          label={t('validDays')}
          options={days.map((count) => ({ value: String(count), label: t('days', { count }) }))}
          {...field('validDays')}
        />
        <TextArea
          label={t('note')}
          hint={t('noteHint')}
          optional
          rows={2}
          limit={limits.offer.note}
          {...field('note')}
        />
        <MoreTerms isOpen={isMoreOpen} onToggle={setMoreOpen} delivery={typed.delivery} field={field} />
      </form>
    </Sheet>
  );
}

interface TotalProps {
  values: TermsValues;
  /** The fields show these errors. */
  shown: (string | undefined)[];
}

/** Waits for a pause in typing, so that the total is not read out at every key. */
function Total({ values, shown }: TotalProps) {
  const t = useT('offers');
  const total = totalOfTyped(useSettled(values));
  const problem = total && 'problem' in total ? fieldText(total.problem) : undefined;
  return (
    <p role="status" className="min-w-0 leading-tight sm:flex-1 sm:basis-32 sm:self-center">
      {total === undefined && <span className="text-note text-soft">{t('totalUnknown')}</span>}
      {problem && !shown.includes(problem) && <span className="text-note text-mirch">{problem}</span>}
      {total && 'rupees' in total && (
        <>
          <span className="block text-note text-soft">{t('total')}</span>{' '}
          <b className="text-lead font-bold">{formatMoney(total.rupees)}</b>
        </>
      )}
    </p>
  );
}
