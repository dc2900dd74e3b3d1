import { Link } from '@tanstack/react-router';
import type { WeightUnit } from '@upaj/contract/mandi/alerts';
import type { Rate } from '@upaj/contract/mandi/rates';
import type { ReactNode } from 'react';
import { usePlaceName, useT } from '#i18n/locale.ts';
import { useFormat } from '#lib/format.ts';
import { useMediaQuery } from '#lib/use-media-query.ts';
import { formatPrice } from '#mandi/weight-unit.ts';
import { cx } from '#ui/cx.ts';
import { useCommodityName, useMandiName } from '#mandi/names.ts';
import { CropPicture } from './crop-picture.tsx';
import { PinButton, type Pins } from './pins.tsx';
import { PriceLine } from './price-line.tsx';
import { Change } from './rate-facts.tsx';
import { useQuality, useQualityText } from './quality.ts';

function RatesTable({ rates, caption, ...shown }: RatesProps) {
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
          <Row key={rate._id} rate={rate} {...shown} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ rate, unit, latest, location, pins }: { rate: Rate } & Omit<RatesProps, 'rates' | 'caption'>) {
  const tNames = useT('names');
  const t = useT('market');
  const placeName = usePlaceName();
  const mandiName = useMandiName();
  const quality = useQuality()(rate);
  const format = useFormat();
  const price = (perQuintal: number) => formatPrice(perQuintal, unit);
  return (
    <tr className="border-t border-line">
      <th scope="row" className="relative py-3 pr-2.5 pl-3.5 align-top font-normal">
        <Goods rate={rate} location={location} pins={pins} />
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
        <small className="mt-1 flex justify-end">
          <PriceLine rate={rate} />
        </small>
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

function Goods({ rate, location, pins }: Omit<RateLinkProps, 'name'> & { pins: Pins }) {
  const { name, official } = useCommodityName()(rate);
  return (
    <div className="flex items-start gap-2.5">
      <div className="-mb-3 flex flex-col items-center">
        <CropPicture crop={rate.crop} />
        <PinButton rate={rate} name={name} pins={pins} />
      </div>
      <div>
        <RateLink rate={rate} name={name} location={location} />
        {official && (
          <span lang="en" className="block text-note text-soft">
            {official}
          </span>
        )}
      </div>
    </div>
  );
}

function Head({ isNumber = false, children }: { isNumber?: boolean; children: ReactNode }) {
  return (
    <th
      scope="col"
      className={cx(
        'px-2.5 py-3 align-bottom font-semibold first:pl-3.5 last:pr-3.5',
        isNumber && 'text-right',
      )}
    >
      {children}
    </th>
  );
}

function Cell({ isNumber = false, children }: { isNumber?: boolean; children: ReactNode }) {
  return (
    <td className={cx('px-2.5 py-3 align-top wrap-break-word last:pr-3.5', isNumber && 'text-right')}>
      {children}
    </td>
  );
}

interface RatesProps {
  rates: readonly Rate[];
  unit: WeightUnit;
  /** The day of the latest rates. Rates of other days show their date. */
  latest: string | null;
  location: string;
  pins: Pins;
  caption: string;
}

/** Shows the table on desktops only, because languages with long words need the room. */
export function RateRows(props: RatesProps) {
  const isWide = useMediaQuery('(min-width: 80rem)');
  return isWide ? <RatesTable {...props} /> : <RatesList {...props} />;
}

export function RatesList({ rates, unit, latest, location, pins }: RatesProps) {
  const tNames = useT('names');
  const t = useT('market');
  const placeName = usePlaceName();
  const mandiName = useMandiName();
  const nameOf = useCommodityName();
  const qualityText = useQualityText();
  const format = useFormat();
  const price = (perQuintal: number) => formatPrice(perQuintal, unit);
  return (
    <ul className="divide-y divide-line">
      {rates.map((rate) => (
        <li key={rate._id} className="relative flex gap-x-2 py-2 pr-3.5 pl-2.5">
          <div className="flex flex-col items-center">
            <CropPicture crop={rate.crop} />
            <PinButton rate={rate} name={nameOf(rate).name} pins={pins} />
          </div>
          <div className="min-w-0 flex-1 text-note text-soft">
            <Line>
              <span className="text-base text-ink">
                <RateLink rate={rate} name={nameOf(rate).name} location={location} />
              </span>
              <b className="text-lead font-bold text-ink">{price(rate.modalPrice)}</b>
            </Line>
            <Line>
              <span>
                {nameOf(rate).official && (
                  <>
                    <span lang="en">{nameOf(rate).official}</span> ·{' '}
                  </>
                )}
                {qualityText(rate)}
              </span>
              <span>{tNames(`unit.per ${unit}`)}</span>
            </Line>
            <Line>
              <span className="text-ink">
                {t('rangeOf', { min: price(rate.minPrice), max: price(rate.maxPrice) })}
              </span>
              <Change rate={rate} unit={unit} />
            </Line>
            <Line>
              <span>
                {mandiName(rate.market)}, {placeName(rate.district)}
                {rate.arrivalDate !== latest && (
                  <>, {t('reportedOn', { date: format.date(rate.arrivalDate) })}</>
                )}
              </span>
              <PriceLine rate={rate} />
            </Line>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Shows a text and, at the other end, a number that does not wrap. */
function Line({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-baseline justify-between gap-x-2 *:first:min-w-0 *:first:wrap-break-word *:last:shrink-0">
      {children}
    </p>
  );
}

interface RateLinkProps {
  rate: Rate;
  name: string;
  location: string;
}

/** The link covers its table cell or card, so that all of it can be pressed. */
function RateLink({ rate, name, location }: RateLinkProps) {
  return (
    <Link
      to="/Market/rates/$rateId"
      params={{ rateId: rate._id }}
      search={{ location }}
      className="rounded-small font-semibold after:absolute after:inset-0 hover:underline"
    >
      {name}
    </Link>
  );
}
