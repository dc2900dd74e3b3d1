import { useQuery } from '@tanstack/react-query';
import { findCrop } from '@upaj/contract/crops';
import { postFormSchema } from '@upaj/contract/trade/posts';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTexts } from '#i18n/locale.ts';
import { plainNumber } from '#lib/plain-number.ts';
import { useSettled } from '#lib/use-settled.ts';
import { nearPriceQuery } from '../api.ts';
import { comparePrice } from '../compare-price.ts';
import { useMarketWords } from '../use-market-words.ts';
import type { PostFormValues } from './form-values.ts';

const watched = ['cropType', 'variety', 'state', 'district', 'price', 'priceUnit'] as const;

/** What the nearest mandi pays for what is being offered, while one thinks about the price. Silent where that is not known. */
export function NearPrice() {
  const texts = useTexts('mandi');
  const wordsOf = useMarketWords();
  const { control } = useFormContext<PostFormValues>();
  // A text, because only what is equal counts as settled.
  const typed = useSettled(JSON.stringify(useWatch({ control, name: watched })), 500);
  const [crop = '', variety, state = '', district = '', amount = '', unit] = JSON.parse(typed) as string[];
  const cropType = (findCrop(crop)?.en ?? crop).trim();
  const { data } = useQuery(nearPriceQuery({ cropType, variety, state, district }));

  const { shape } = postFormSchema;
  const price = shape.price.safeParse(plainNumber(amount)).data;
  const priceUnit = shape.priceUnit.safeParse(unit).data ?? 'per kg';
  const comparison = data && comparePrice({ price: price ?? 0, priceUnit, marketPrice: data });
  const words = comparison && wordsOf(comparison, data);
  return (
    <div role="status" className="col-span-2 empty:hidden">
      {words && (
        <p className="rounded-small bg-haldi-wash px-3 py-2 text-note text-soft">
          <span className="font-semibold text-ink">{texts.near}</span>
          <br />
          {words.price} · {words.source}
          {price !== undefined && (
            <>
              {' · '}
              <b className="font-semibold text-ink">{texts.yours(words.difference)}</b>
            </>
          )}
        </p>
      )}
    </div>
  );
}
