import type { Rate } from '@upaj/contract/mandi/rates';
import type { ReactNode } from 'react';
import { usePlaceName, useT, useTexts } from '#i18n/locale.ts';
import { useFormat } from '#lib/format.ts';
import { formatPrice } from '#mandi/weight-unit.ts';
import { cx } from '#ui/cx.ts';
import { Change } from './change.tsx';
import { RateLink } from './rate-link.tsx';
import type { RatesProps } from './rates-list.tsx';

/** Wide screens. */
export function RatesTable({ rates, unit, latest, location, caption }: RatesProps & { caption: string }) {
  const texts = useTexts('market');
  return (
    <table className="w-full border-collapse text-left">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="text-note text-soft">
          <Head>{texts.commodity}</Head>
          <Head>{texts.variety}</Head>
          <Head isNumber>{texts.modalPrice}</Head>
          <Head isNumber>{texts.range}</Head>
          <Head isNumber>{texts.change}</Head>
          <Head>{texts.market}</Head>
        </tr>
      </thead>
      <tbody>
        {rates.map((rate) => (
          <Row key={rate._id} rate={rate} unit={unit} latest={latest} location={location} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ rate, unit, latest, location }: { rate: Rate } & Omit<RatesProps, 'rates'>) {
  const t = useT();
  const texts = useTexts('market');
  const placeName = usePlaceName();
  const format = useFormat();
  const price = (perQuintal: number) => formatPrice(perQuintal, unit);
  return (
    <tr className="border-t border-line">
      <th scope="row" className="relative px-3.5 py-3 align-top font-normal">
        <RateLink rate={rate} location={location} />
      </th>
      <Cell>
        {rate.variety}
        {rate.grade && <small className="block text-note text-soft">{rate.grade}</small>}
      </Cell>
      <Cell isNumber>
        <b className="font-bold">{price(rate.modalPrice)}</b>
        <small className="block text-note whitespace-nowrap text-soft">{t.names.unit[`per ${unit}`]}</small>
      </Cell>
      <Cell isNumber>
        <span className="inline-block">{texts.rangeOf(price(rate.minPrice), price(rate.maxPrice))}</span>
      </Cell>
      <Cell isNumber>
        <Change rate={rate} unit={unit} />
      </Cell>
      <Cell>
        {placeName(rate.market)}
        <small className="block text-note text-soft">
          {placeName(rate.district)}
          {rate.arrivalDate !== latest && <>, {texts.reportedOn(format.date(rate.arrivalDate))}</>}
        </small>
      </Cell>
    </tr>
  );
}

function Head({ isNumber = false, children }: { isNumber?: boolean; children: ReactNode }) {
  return (
    <th scope="col" className={cx('px-3.5 py-3 font-semibold whitespace-nowrap', isNumber && 'text-right')}>
      {children}
    </th>
  );
}

function Cell({ isNumber = false, children }: { isNumber?: boolean; children: ReactNode }) {
  return <td className={cx('px-3.5 py-3 align-top', isNumber && 'text-right')}>{children}</td>;
}
