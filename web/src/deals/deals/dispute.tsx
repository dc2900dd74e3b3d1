import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Deal } from '@upaj/contract/deals/deals';
import { otherSide, type Side } from '@upaj/contract/deals/offer-machine';
import { useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { asStart, usePartyName } from '#deals/deals/parties.ts';
import { Button } from '#ui/button.tsx';
import { FormError } from '#ui/field.tsx';
import { settleDispute } from './api.ts';

/** Shows that one side cancelled alone after money, and lets each side say that it is settled. */
export function DisputeBanner({ deal, side }: { deal: Deal; side: Side }) {
  const t = useT('deals');
  const client = useQueryClient();
  const name = usePartyName()(deal[otherSide(side)]);
  const { mutate, isPending, error } = useMutation({ mutationFn: () => settleDispute(client, deal._id) });
  const { dispute } = deal;
  // A server of the release before knows no disputes.
  if (!dispute) return null;
  const own = dispute.settlements[side] !== null;
  const other = dispute.settlements[otherSide(side)] !== null;
  if (own && other) return <p className="rounded-card bg-leaf-wash p-4">{t('dispute.settled')}</p>;
  const whose = dispute.by === side ? 'own' : 'other';
  return (
    <div className="flex flex-col items-start gap-2 rounded-card bg-haldi-wash p-4">
      <p>{asStart(t(`dispute.${whose}`, { name }))}</p>
      {error !== null && <FormError text={errorText(error)} />}
      {own ? (
        <p className="font-semibold">{t('dispute.waits', { name })}</p>
      ) : (
        <>
          {other && <p className="font-semibold">{asStart(t('line.settled.other', { name }))}</p>}
          <Button variant="line" onClick={() => mutate()} busy={isPending}>
            {t('dispute.settle')}
          </Button>
        </>
      )}
    </div>
  );
}
