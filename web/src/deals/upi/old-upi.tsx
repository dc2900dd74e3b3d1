import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Deal } from '@upaj/contract/deals/deals';
import { useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { confirmUpi } from '#deals/deals/api.ts';
import { usePartyName } from '#deals/deals/parties.ts';
import { invalidateDeals } from '#deals/live.ts';
import { Button } from '#ui/button.tsx';
import { FormError } from '#ui/field.tsx';
import { toast } from '#ui/toast/toast.ts';
import { ownUpiQuery } from './own-upi.ts';

/** Shows the seller that the deal has another UPI ID than the account. */
export function OldUpi({ deal }: { deal: Deal }) {
  const tCommon = useT('common');
  const t = useT('deals');
  const client = useQueryClient();
  const { data: own } = useQuery(ownUpiQuery);
  const name = usePartyName()(deal.buyer);
  const { mutate, error, isPending } = useMutation({
    mutationFn: (upiId: string) => confirmUpi(client, deal._id, upiId),
    onSuccess: ({ hasUpi }) => toast.success(hasUpi ? t('upi.confirmed') : t('upi.removedHere')),
    // The UPI ID may have changed on another device.
    onError: () => invalidateDeals(client),
  });
  if (!own) return null;
  const { upiId } = own;
  const change = upiId === '' ? 'removed' : deal.hasUpi ? 'changed' : 'added';
  return (
    <div className="flex flex-col items-start gap-2 rounded-card bg-haldi-wash p-4">
      <p className="w-full wrap-anywhere">
        {t(`upi.old.${change}`, { name, upiId })} {change === 'changed' && t('upi.changeShown', { name })}
      </p>
      {error !== null && (
        <FormError
          text={tCommon('withReason', { failure: t('upi.confirmFailed'), reason: errorText(error) })}
        />
      )}
      <Button variant="line" onClick={() => mutate(upiId)} busy={isPending} className="max-sm:w-full">
        {change === 'removed' ? t('upi.confirmRemoval') : t('upi.confirm')}
      </Button>
    </div>
  );
}
