import { Link } from '@tanstack/react-router';
import type { Deal } from '@upaj/contract/deals/deals';
import MapPin from 'lucide-react/icons/map-pin';
import { useNameOfCrop } from '#i18n/crop-names.ts';
import { langOf, usePlaceName, useT } from '#i18n/locale.ts';
import { formatCount, formatMoney, useFormat } from '#lib/format.ts';
import { useAmount } from '#i18n/amount.ts';
import { Card, Facts } from '#ui/card.tsx';

export function Agreement({ deal }: { deal: Deal }) {
  const tNames = useT('names');
  const t = useT('deals');
  const amountOf = useAmount();
  const cropName = useNameOfCrop(deal.goods);
  const { goods, postId, terms, total } = deal;
  const { price, priceUnit, delivery, note, pickupDate, bags, advance } = terms;
  const { date } = useFormat();
  const title = postId ? (
    <Link
      to="/post/$postId"
      params={{ postId }}
      lang={langOf(goods.title)}
      className="font-semibold text-leaf underline underline-offset-4"
    >
      {goods.title}
    </Link>
  ) : (
    <span lang={langOf(goods.title)}>{goods.title}</span>
  );
  return (
    <Card className="p-4 md:p-5">
      <h2 className="mb-1 text-lead font-semibold">{t('agreement')}</h2>
      <Facts
        facts={[
          {
            label: t('goods'),
            value: (
              <>
                {title}
                <span className="block text-note font-normal text-soft">{cropName}</span>
              </>
            ),
          },
          { label: t('quantity'), value: amountOf(terms) },
          { label: t('price'), value: `${formatMoney(price)} ${tNames(`unit.${priceUnit}`)}` },
          { label: t('total'), value: <b className="text-lead font-bold">{formatMoney(total)}</b> },
          { label: t('delivery'), value: t(`deliveries.${delivery}`) },
          { label: t(`pickupDate.${delivery}`), value: pickupDate && date(pickupDate) },
          { label: t('bags'), value: bags && formatCount(bags) },
          { label: t('advance'), value: advance && formatMoney(advance) },
          { label: t('place'), value: <Place place={deal.place} /> },
          {
            label: t('note'),
            value: note && (
              <span lang={langOf(note)} className="whitespace-pre-line">
                {note}
              </span>
            ),
          },
        ]}
      />
    </Card>
  );
}

function Place({ place }: { place: Deal['place'] }) {
  const t = useT('deals');
  const placeName = usePlaceName();
  const { village, city, district, state, pincode } = place;
  const query = [village, city, district, state, pincode].filter(Boolean).join(', ');
  return (
    <>
      {[village, city, placeName(district), placeName(state)].filter(Boolean).join(', ')} {pincode}
      <a
        href={`https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query })}`}
        target="_blank"
        rel="noreferrer"
        className="flex min-h-11 w-fit items-center gap-1.5 font-semibold text-leaf underline underline-offset-4"
      >
        <MapPin size={18} aria-hidden />
        {t('map')}
      </a>
    </>
  );
}
