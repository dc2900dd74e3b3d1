import { Link } from '@tanstack/react-router';
import type { WeightUnit } from '@upaj/contract/mandi/alerts';
import type { Rate } from '@upaj/contract/mandi/rates';
import type { ReactNode } from 'react';
import { usePlaceName, useT } from '#i18n/locale.ts';
import { useFormat } from '#lib/format.ts';
import { formatPrice } from '#mandi/weight-unit.ts';
import { cx } from '#ui/cx.ts';
import { useCommodityName, useMandiName, useQuality, useQualityText } from '#mandi/names.ts';
import { Change } from './rate-facts.tsx';

export function RatesTable({ rates, unit, latest, location, caption }: RatesProps & { caption: string }) {
  const t = useT('market');
  return (
    <table className="w-full border-collapse text-left">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="text-note text-soft">
          <Head>{t('commodity')}</Head>
          <Head>{t('variety')}</Head>
          <Head isNumber>{t('modalPrice')}</Head>
          <Head isNumber>{t('range')}</Head>
          <Head isNumber>{t('change')}</Head>
          <Head>{t('market')}</Head>
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
  const tNames = useT('names');
  const t = useT('market');
  const placeName = usePlaceName();
  const mandiName = useMandiName();
  const quality = useQuality()(rate);
  const format = useFormat();
  const price = (perQuintal: number) => formatPrice(perQuintal, unit);
  return (
    <tr className="border-t border-line">
      <th scope="row" className="relative px-3.5 py-3 align-top font-normal">
        <RateLink rate={rate} location={location} />
      </th>
      <Cell>
        {quality.variety}
        {rate.grade && <small className="block text-note text-soft">{quality.grade}</small>}
      </Cell>
      <Cell isNumber>
        <b className="font-bold">{price(rate.modalPrice)}</b>
        <small className="block text-note whitespace-nowrap text-soft">{tNames(`unit.per ${unit}`)}</small>
      </Cell>
      <Cell isNumber>
        <span className="inline-block">
          {t('rangeOf', { min: price(rate.minPrice), max: price(rate.maxPrice) })}
        </span>
      </Cell>
      <Cell isNumber>
        <Change rate={rate} unit={unit} />
      </Cell>
      <Cell>
        {mandiName(rate.market)}
        <small className="block text-note text-soft">
          {placeName(rate.district)}
          {rate.arrivalDate !== latest && <>, {t('reportedOn', { date: format.date(rate.arrivalDate) })}</>}
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

interface RatesProps {
  rates: readonly Rate[];
  unit: WeightUnit;
  /** Rates of other days show their date. */
  latest: string | null;
  location: string;
}

export function RatesList({ rates, unit, latest, location }: RatesProps) {
  const tNames = useT('names');
  const t = useT('market');
  const placeName = usePlaceName();
  const mandiName = useMandiName();
  const qualityText = useQualityText();
  const format = useFormat();
  const price = (perQuintal: number) => formatPrice(perQuintal, unit);
  return (
    <ul className="divide-y divide-line">
      {rates.map((rate) => (
        <li key={rate._id} className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 px-3.5 py-3">
          <div className="min-w-0">
            <RateLink rate={rate} location={location} />
            <p className="text-note text-soft">{qualityText(rate)}</p>
          </div>
          <div className="text-right">
            <p className="text-lead font-bold">{price(rate.modalPrice)}</p>
            <p className="text-note text-soft">{tNames(`unit.per ${unit}`)}</p>
          </div>
          <p className="pt-1 text-note">
            {t('rangeOf', { min: price(rate.minPrice), max: price(rate.maxPrice) })}
          </p>
          <p className="pt-1 text-right text-note">
            <Change rate={rate} unit={unit} />
          </p>
          <p className="col-span-2 text-note text-soft">
            {mandiName(rate.market)}, {placeName(rate.district)}
            {rate.arrivalDate !== latest && <>, {t('reportedOn', { date: format.date(rate.arrivalDate) })}</>}
          </p>
        </li>
      ))}
    </ul>
  );
}

interface RateLinkProps {
  rate: Rate;
  location: string;
}

/** The surrounding cell or card is part of the link's target. */
function RateLink({ rate, location }: RateLinkProps) {
  const { name, official } = useCommodityName()(rate);
  return (
    <>
      <Link
        to="/Market/rates/$rateId"
        params={{ rateId: rate._id }}
        search={{ location }}
        className="rounded-small font-semibold after:absolute after:inset-0 hover:underline"
      >
        {name}
      </Link>
      {official && (
        <span lang="en" className="block text-note font-normal text-soft">
          {official}
        </span>
      )}
    </>
  );
}
