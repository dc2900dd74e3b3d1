import { useMutation } from '@tanstack/react-query';
import type { Deal, UpiPaymentDetails } from '@upaj/contract/deals/deals';
import { lazy, Suspense, useState } from 'react';
import { useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { openUpi } from '#deals/deals/api.ts';
import { usePartyName } from '#deals/deals/parties.ts';
import { UpiChanged } from './upi-changed.tsx';
import { Button } from '#ui/button.tsx';
import { FormError } from '#ui/field.tsx';

const UpiSheet = lazy(async () => ({ default: (await import('./upi-sheet.tsx')).UpiSheet }));

interface PayByUpiProps {
  deal: Deal;
  /** True when the buyer has not received the goods yet. */
  isEarly: boolean;
  onPaid: () => void;
}

/** Fetches the UPI ID only when the button is pressed, because each view of one is recorded. */
export function PayByUpi({ deal, isEarly, onPaid }: PayByUpiProps) {
  const tCommon = useT('common');
  const t = useT('deals');
  const nameOf = usePartyName();
  const [payment, setPayment] = useState<UpiPaymentDetails>();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => openUpi(deal._id),
    onSuccess: setPayment,
  });
  const close = () => setPayment(undefined);
  return (
    <>
      {error !== null && (
        <FormError text={tCommon('withReason', { failure: t('upi.failed'), reason: errorText(error) })} />
      )}
      {deal.upiChangedAt && <UpiChanged name={nameOf(deal.seller)} at={deal.upiChangedAt} />}
      <Button
        variant={isEarly ? 'line' : 'primary'}
        onClick={() => mutate()}
        busy={isPending}
        className="w-full"
      >
        {isEarly ? t('upi.payEarly') : t('upi.pay')}
      </Button>
      {payment && (
        <Suspense fallback={null}>
          <UpiSheet
            payment={payment}
            number={deal.number}
            onClose={close}
            onPaid={() => {
              // The question opens in the same render. Otherwise closing this sheet takes its focus.
              close();
              onPaid();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
