import type { Spent } from '@upaj/contract/deals/overview';
import Download from 'lucide-react/icons/download';
import { useCropName } from '#i18n/crop-names.ts';
import { useT } from '#i18n/locale.ts';
import { formatCount, formatMoney, useFormat } from '#lib/format.ts';
import { saveFile } from '#lib/save-file.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';

const cell = 'py-2 pl-3 text-right align-top';

export function SpentTable({ spent }: { spent: readonly Spent[] }) {
  const t = useT('overview');
  const cropName = useCropName();
  const { month: monthText } = useFormat();
  const nameOf = (month: string) => monthText(`${month}-01`);
  const sumOf = (part: 'deals' | 'total') => spent.reduce((sum, one) => sum + one[part], 0);
  const save = () => {
    const rows = spent.map(({ month, cropType, deals, total }) => [month, cropName(cropType), deals, total]);
    const csv = toCsv([[t('month'), t('crop'), t('deals'), t('rupees')], ...rows]);
    saveFile(new Blob([csv], { type: 'text/csv;charset=utf-8' }), 'upaj-purchases.csv');
  };
  return (
    <>
      <Card className="px-3.5 py-1.5">
        <table className="w-full">
          <caption className="sr-only">{t('spent')}</caption>
          <thead className="text-left text-note text-soft">
            <tr className="border-b border-line">
              <th scope="col" className="py-2 font-normal">
                {t('month')}
              </th>
              <th scope="col" className="py-2 pl-3 font-normal">
                {t('crop')}
              </th>
              <th scope="col" className={`${cell} font-normal`}>
                {t('deals')}
              </th>
              <th scope="col" className={`${cell} font-normal`}>
                {t('total')}
              </th>
            </tr>
          </thead>
          <tbody>
            {spent.map(({ month, cropType, deals, total }, index) => (
              <tr key={`${month} ${cropType}`} className="border-b border-line">
                <td className="py-2 align-top">
                  <span className={spent[index - 1]?.month === month ? 'sr-only' : undefined}>
                    {nameOf(month)}
                  </span>
                </td>
                <td className="py-2 pl-3 align-top">{cropName(cropType)}</td>
                <td className={cell}>{formatCount(deals)}</td>
                <td className={`${cell} font-semibold`}>{formatMoney(total)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot className="font-semibold">
            <tr>
              <th scope="row" colSpan={2} className="py-2 text-left">
                {t('sum')}
              </th>
              <td className={cell}>{formatCount(sumOf('deals'))}</td>
              <td className={cell}>{formatMoney(sumOf('total'))}</td>
            </tr>
          </tfoot>
        </table>
      </Card>
      <Button
        variant="line"
        icon={<Download size={18} aria-hidden />}
        onClick={save}
        className="self-start max-md:w-full"
      >
        {t('csv')}
      </Button>
    </>
  );
}

/** Writes CSV with the mark by which Excel reads Hindi, and without cells that a spreadsheet would run as formulas. */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(toCell).join(',')).join('\r\n')}\r\n`;
}

function toCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
