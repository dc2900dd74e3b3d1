import {
  supportPrices,
  supportPricesCheckedOn,
  type SupportPrice,
} from '@upaj/contract/mandi/support-prices';
import { textGroup, useT } from '#i18n/locale.ts';
import { formatMoney, useFormat } from '#lib/format.ts';
import { Card } from '#ui/card.tsx';
import { useCommodityName, useSeasonName } from '#mandi/names.ts';

export function SupportTable() {
  const t = useT('schemes');
  const format = useFormat();
  return (
    <section aria-labelledby="support" className="flex flex-col gap-3">
      <div>
        <h2 id="support" className="text-lead font-semibold">
          {t('support')}
        </h2>
        <p className="text-soft">{t('supportText')}</p>
      </div>
      <Card className="overflow-hidden">
        <table className="w-full text-left">
          <caption className="sr-only">{t('support')}</caption>
          <thead>
            <tr className="text-note text-soft *:px-3 *:py-2.5 *:font-semibold">
              <th scope="col">{t('goods')}</th>
              <th scope="col" className="text-right">
                {t('price')}
              </th>
              <th scope="col">{t('season')}</th>
            </tr>
          </thead>
          <tbody>
            {supportPrices.map((one) => (
              <Row key={`${one.goods} ${one.price}`} one={one} />
            ))}
          </tbody>
        </table>
      </Card>
      <p className="text-note text-soft">{t('checkedOn', { date: format.date(supportPricesCheckedOn) })}</p>
    </section>
  );
}

function Row({ one }: { one: SupportPrice }) {
  const t = useT('schemes');
  const goodsNames: Readonly<Record<string, string>> = textGroup('schemes', 'goodsNames');
  const { name } = useCommodityName()({ commodity: goodsNames[one.goods] ?? one.goods, crop: one.goods });
  const seasonName = useSeasonName();
  const isGraded = supportPrices.some(({ goods, variety }) => goods === one.goods && variety);
  return (
    <tr className="border-t border-line *:px-3 *:py-2.5">
      <th scope="row" className="font-semibold">
        {isGraded ? (one.variety ? t('gradeA', { crop: name }) : t('common', { crop: name })) : name}
      </th>
      <td className="text-right">
        <b className="font-bold">{formatMoney(one.price)}</b>
        <small className="block text-note text-soft">{t('perQuintal')}</small>
      </td>
      <td className="whitespace-nowrap">{seasonName(one.season)}</td>
    </tr>
  );
}
