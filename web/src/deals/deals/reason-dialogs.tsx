import { useQueryClient } from '@tanstack/react-query';
import { afterCancellation, canCancelAlone, sideInDispute } from '@upaj/contract/deals/deal-machine';
import { dealEndpoints, type Deal } from '@upaj/contract/deals/deals';
import { otherSide, type Side } from '@upaj/contract/deals/offer-machine';
import { limits } from '@upaj/contract/limits';
import { useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { useApiForm } from '#ui/forms/form.ts';
import { asStart, usePartyName } from '#deals/deals/parties.ts';
import { Button } from '#ui/button.tsx';
import { useSafeClose } from '#ui/confirm.tsx';
import { Dialog, dialogButtonsClass } from '#ui/dialog.tsx';
import { FormError } from '#ui/field.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { toast } from '#ui/toast/toast.ts';
import { cancelDeal, reportProblem } from './api.ts';
import { focusNextStep } from './focus-next-step.ts';

interface DialogProps {
  deal: Deal;
  side: Side;
  onClose: () => void;
}

const cancelSchema = dealEndpoints['POST /api/v1/deals/:dealId/cancel'].body;
const problemSchema = dealEndpoints['POST /api/v1/deals/:dealId/problem'].body;

export function CancelDialog({ deal, side, onClose }: DialogProps) {
  const tCommon = useT('common');
  const t = useT('deals');
  const client = useQueryClient();
  const name = usePartyName()(deal[otherSide(side)]);
  const { form, field, submit, failure, isBusy } = useApiForm<{ reason: string }, { reason: string }>({
    schema: cancelSchema,
    defaultValues: { reason: '' },
    send: async ({ reason }) => {
      const { status } = await cancelDeal(client, deal._id, reason);
      toast.success(status === 'cancelled' ? t('cancelled') : asStart(t('cancelRequested', { name })));
      onClose();
      focusNextStep();
    },
  });
  const close = useSafeClose(form.formState.isDirty, onClose);
  const needsBoth = !canCancelAlone(deal, side);
  const isAgreeing = deal.cancellations[otherSide(side)] !== null;
  const isDispute =
    sideInDispute(afterCancellation(deal, side, ''), deal.terms.advance !== null) !== undefined;
  return (
    <Dialog title={t('cancelTitle')} onClose={close}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <p>{needsBoth && !isAgreeing ? t('cancelBothText', { name }) : t('cancelText', { name })}</p>
        {isDispute && <p className="font-semibold">{t('cancelMoneyText', { name })}</p>}
        {failure !== undefined && (
          <FormError
            text={tCommon('withReason', { failure: t('cancelFailed'), reason: errorText(failure) })}
          />
        )}
        <TextArea
          label={t('cancelReason')}
          required
          rows={3}
          limit={limits.deal.reason}
          {...field('reason')}
        />
        <div className={dialogButtonsClass}>
          <Button variant="line" onClick={close} disabled={isBusy}>
            {tCommon('close')}
          </Button>
          <Button type="submit" variant="danger" busy={isBusy}>
            {isAgreeing ? t('cancelAgree') : t('cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

export function ProblemDialog({ deal, side, onClose }: DialogProps) {
  const tCommon = useT('common');
  const t = useT('deals');
  const client = useQueryClient();
  const name = usePartyName()(deal[otherSide(side)]);
  const { form, field, submit, failure, isBusy } = useApiForm<{ text: string }, { text: string }>({
    schema: problemSchema,
    defaultValues: { text: '' },
    send: async ({ text }) => {
      await reportProblem(client, deal._id, text);
      toast.success(t('problemSent'));
      onClose();
    },
  });
  const close = useSafeClose(form.formState.isDirty, onClose);
  return (
    <Dialog title={t('problemTitle')} onClose={close}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        {failure !== undefined && (
          <FormError
            text={tCommon('withReason', { failure: t('problemFailed'), reason: errorText(failure) })}
          />
        )}
        <TextArea
          label={t('problemText')}
          hint={asStart(t('problemHint', { name }))}
          required
          limit={limits.report.max}
          {...field('text')}
        />
        <div className={dialogButtonsClass}>
          <Button variant="line" onClick={close} disabled={isBusy}>
            {tCommon('close')}
          </Button>
          <Button type="submit" busy={isBusy}>
            {t('problemSend')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
