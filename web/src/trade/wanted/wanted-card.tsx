import { Link } from '@tanstack/react-router';
import type { Wanted } from '@upaj/contract/trade/wanted';
import CalendarDays from 'lucide-react/icons/calendar-days';
import MapPin from 'lucide-react/icons/map-pin';
import type { ReactNode } from 'react';
import { useNameOfCrop } from '#i18n/crop-names.ts';
import { langOf, useLocale, usePlaceName, useT } from '#i18n/locale.ts';
import { formatCount, formatDay, formatMoney } from '#lib/format.ts';
import { MarketPriceLine } from '#trade/posts/market-price-line.tsx';
import { AuthorSummary } from '#trade/posts/post-card.tsx';
import { useTranslated } from '#trade/translate/use-translated.tsx';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { useAmount } from '#i18n/amount.ts';

interface WantedCardProps {
  wanted: Wanted;
  action: ReactNode;
  /** The card is alone on its screen: its heading is no link, and it shows the whole note. */
  isAlone?: boolean;
}

export function WantedCard({ wanted, action, isAlone = false }: WantedCardProps) {
  const tNames = useT('names');
  const t = useT('wanted');
  const cropName = useNameOfCrop(wanted);
  const placeName = usePlaceName();
  const amountOf = useAmount();
  const locale = useLocale();
  const { _id, maxPrice, priceUnit, marketPrice, location, note, endDate, distanceKm } = wanted;
  return (
    <Card className="flex h-full flex-col overflow-hidden">
      <article className="flex flex-1 flex-col">
        <div className="flex flex-1 flex-col gap-2 px-4 pt-3 pb-3">
          <AuthorSummary post={wanted} />
          {isAlone ? (
            <h1 className="text-title font-bold wrap-break-word">{cropName}</h1>
          ) : (
            <h2 className="text-lead font-semibold">
              <Link
                to="/wanted/$wantedId"
                params={{ wantedId: _id }}
                className="relative block rounded-small before:absolute before:inset-x-0 before:-inset-y-2.5"
              >
                <span className="line-clamp-2 wrap-break-word">{cropName}</span>
              </Link>
            </h2>
          )}
          <p className="font-medium">{t('wants', { amount: amountOf(wanted) })}</p>
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span className="text-soft">{t('upTo')}</span>
            <b className="text-hero font-bold tracking-tight">{formatMoney(maxPrice)}</b>
            <span className="text-soft">{tNames(`unit.${priceUnit}`)}</span>
          </p>
          <MarketPriceLine post={{ price: maxPrice, priceUnit, marketPrice }} good="above" />
          {note && !isAlone && (
            <p
              lang={langOf(note)}
              className="line-clamp-3 text-note whitespace-pre-line wrap-break-word text-soft"
            >
              {note}
            </p>
          )}
          {note && isAlone && <WholeNote note={note} />}
          <p className="mt-auto flex flex-wrap items-center gap-x-3.5 gap-y-1.5 pt-1 text-note text-soft">
            <span className="inline-flex items-center gap-1">
              <MapPin size={15} aria-hidden className="shrink-0" />
              {placeName(location.district)}, {placeName(location.state)}
              {distanceKm !== null &&
                ` · ${t('distance', { km: distanceKm, shown: formatCount(distanceKm) })}`}
            </span>
            <span className="inline-flex items-center gap-1">
              <CalendarDays size={15} aria-hidden className="shrink-0" />
              {t('until', { date: formatDay(endDate, locale) })}
            </span>
            {(wanted.isEnded || !wanted.isOpen) && (
              <Badge tone="mirch">{wanted.isOpen ? t('ended') : t('closed')}</Badge>
            )}
          </p>
        </div>
        <footer className="flex flex-wrap items-center justify-end gap-1 border-t border-line px-2.5 py-1.5">
          {action}
        </footer>
      </article>
    </Card>
  );
}

function WholeNote({ note }: { note: string }) {
  const { texts, button } = useTranslated({ note });
  return (
    <div>
      <p lang={langOf(texts.note)} className="whitespace-pre-line wrap-break-word">
        {texts.note}
      </p>
      {button}
    </div>
  );
}
