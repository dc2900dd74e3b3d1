import { limits } from '@upaj/contract/limits';
import { reportFormSchema, type ReportForm, type ReportKind } from '@upaj/contract/moderation/reports';
import { useId } from 'react';
import { textGroup, useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { api } from '#lib/api.ts';
import { useApiForm } from '#ui/forms/form.ts';
import { Button } from '#ui/button.tsx';
import { useSafeClose } from '#ui/confirm.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { FieldErrorText, FormError } from '#ui/field.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { toast } from '#ui/toast/toast.ts';
import { AttachedMessages, type AttachableMessage } from './attached-messages.tsx';

export interface ReportDialogProps {
  kind: ReportKind;
  targetId: string;
  /** The reporter may attach some of these messages of the chat. */
  messages?: readonly AttachableMessage[];
  onClose: () => void;
}

export function ReportDialog({ kind, targetId, messages = [], onClose }: ReportDialogProps) {
  const tCommon = useT('common');
  const t = useT('safety');
  const id = useId();
  const { form, field, submit, failure, isBusy } = useApiForm<ReportForm, ReportForm>({
    schema: reportFormSchema,
    defaultValues: { kind, targetId, reason: '' as never, details: '' },
    send: async (body) => {
      await api('POST /api/v1/reports', { body });
      toast.success(t('reported'));
      onClose();
    },
  });
  const close = useSafeClose(form.formState.isDirty, onClose);
  const { error, ...reason } = field('reason');
  return (
    <Dialog
      title={t(`reportTitle.${kind}`)}
      onClose={close}
      footer={
        <>
          <Button variant="line" onClick={close} disabled={isBusy}>
            {tCommon('cancel')}
          </Button>
          <Button type="submit" form={id} busy={isBusy}>
            {isBusy ? t('sending') : t('send')}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-5">
        {failure !== undefined && (
          <FormError
            text={tCommon('withReason', { failure: t('reportFailed'), reason: errorText(failure) })}
          />
        )}
        <p className="text-soft">{t('reportIntro')}</p>
        <div
          role="radiogroup"
          aria-label={t('reason')}
          aria-required
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className="flex flex-col"
        >
          {Object.entries(textGroup('safety', 'reasons')).map(([value, label]) => (
            <label key={value} className="flex min-h-11 cursor-pointer items-center gap-3 py-1.5">
              <input {...reason} type="radio" value={value} className="size-5 shrink-0 accent-leaf" />
              {label}
            </label>
          ))}
          <FieldErrorText id={`${id}-error`} error={error} />
        </div>
        {messages.length > 0 && (
          <AttachedMessages
            messages={messages}
            chosen={form.watch('messageIds') ?? []}
            onChange={(ids) => form.setValue('messageIds', ids, { shouldDirty: true })}
          />
        )}
        <TextArea label={t('details')} optional limit={limits.report.max} {...field('details')} />
      </form>
    </Dialog>
  );
}
