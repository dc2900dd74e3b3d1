import type { UpiPaymentDetails } from '@upaj/contract/deals/deals';
import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useState } from 'react';
import { useT } from '#i18n/locale.ts';
import { formatMoney } from '#lib/format.ts';
import { useMediaQuery } from '#lib/use-media-query.ts';
import { Button, buttonClass, IconButton } from '#ui/button.tsx';
import { Facts } from '#ui/card.tsx';
import { copyText } from '#ui/copy-text.ts';
import { Sheet } from '#ui/dialog.tsx';
import { QrCode } from '#ui/qr/qr-code.tsx';
import { UpiChanged } from './upi-changed.tsx';

/** Most banks have this limit, in rupees a day. */
const usualLimit = 100_000;

interface UpiSheetProps {
  payment: UpiPaymentDetails;
  number: string;
  onClose: () => void;
  onPaid: () => void;
}

export function UpiSheet({ payment, number, onClose, onPaid }: UpiSheetProps) {
  const tCommon = useT('common');
  const t = useT('deals');
  const hasTouch = useMediaQuery('(pointer: coarse)');
  // Tablets may have no UPI app.
  const isPhone = useMediaQuery('(pointer: coarse) and (max-width: 40rem)');
  const { upiId, payeeName, link } = payment;
  const [name, bank] = upiId.split('@');
  const [copied, setCopied] = useState<boolean>();
  const amount = formatMoney(Number(payment.amount));

  return (
    <Sheet
      title={t('upi.pay')}
      onClose={onClose}
      footer={
        <>
          <Button variant="line" onClick={onClose}>
            {tCommon('close')}
          </Button>
          <Button variant={hasTouch ? 'line' : 'primary'} onClick={onPaid}>
            {t('confirm.buyer.paid')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Facts
          facts={[
            { label: t('upi.payee'), value: payeeName },
            {
              label: t('upi.id'),
              value: (
                <>
                  <span className="flex items-center justify-between gap-2">
                    <span className="min-w-0 select-all">
                      {name}
                      <wbr />@{bank}
                    </span>
                    <IconButton
                      label={t('upi.copy')}
                      onClick={() => void copyText(upiId).then(setCopied)}
                      className="-my-2.5 text-ink hover:bg-leaf-wash"
                    >
                      {copied ? <Check size={19} aria-hidden /> : <Copy size={19} aria-hidden />}
                    </IconButton>
                  </span>
                  <span role="status" className="block text-note font-normal sm:pr-11">
                    {copied !== undefined && t(copied ? 'upi.copied' : 'upi.copyFailed')}
                  </span>
                </>
              ),
            },
            { label: t('upi.amount'), value: <b className="text-lead font-bold">{amount}</b> },
            { label: t('upi.number'), value: number },
          ]}
        />
        {payment.changedAt && <UpiChanged name={payeeName} at={payment.changedAt} />}
        <p className="flex gap-3 rounded-control bg-haldi-wash px-4 py-3 font-medium">
          <TriangleAlert size={22} aria-hidden className="mt-0.5" />
          <span>{t('upi.compare', { name: payeeName })}</span>
        </p>
        {Number(payment.amount) > usualLimit && <p>{t('upi.limit', { amount: formatMoney(usualLimit) })}</p>}
        {hasTouch && (
          <a href={link} className={buttonClass()}>
            {t('upi.open')}
          </a>
        )}
        {!isPhone && (
          <div className="flex flex-col items-center gap-2 text-center">
            <QrCode text={link} label={t('upi.code', { amount, upiId })} />
            <p>{t('upi.scan')}</p>
          </div>
        )}
        <p className="text-note text-soft">{t('upi.after')}</p>
      </div>
    </Sheet>
  );
}
