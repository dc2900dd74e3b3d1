import { useQueryClient } from '@tanstack/react-query';
import { limits } from '@upaj/contract/limits';
import type { CaseKind } from '@upaj/contract/moderation/case-kinds';
import {
  decisionFormSchema,
  undoFormSchema,
  type DecisionForm,
  type ListedCase,
  type UndoForm,
} from '@upaj/contract/moderation/cases';
import { actionsFor, type Decision, type DecisionAction } from '@upaj/contract/moderation/decisions';
import { personChecks, type PersonCheck } from '@upaj/contract/people/checks';
import { useId, type ReactNode } from 'react';
import { textGroup, useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { Button } from '#ui/button.tsx';
import { useSafeClose } from '#ui/confirm.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { FormError } from '#ui/field.tsx';
import { useApiForm } from '#ui/forms/form.ts';
import { SelectField, toOptions } from '#ui/select-field.tsx';
import { TextArea, TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast/toast.ts';
import { decideCase, undoDecision } from './api.ts';

interface DecisionDialogProps {
  /** `wanted` is the check that a request for the badge names. */
  of: Pick<ListedCase, '_id' | 'kind'> & { wanted?: PersonCheck | undefined };
  action: DecisionAction;
  onClose: () => void;
}

export function harmfulAction(kind: CaseKind): DecisionAction {
  if (kind === 'appeal') return 'dismiss';
  if (kind === 'verification') return 'refuse';
  return kind === 'post' || kind === 'comment' ? 'hide' : 'warn';
}

export function harmlessAction(kind: CaseKind): DecisionAction {
  return kind === 'verification' ? 'verify' : 'dismiss';
}

export function DecisionDialog({
  of: { _id: caseId, kind, wanted },
  action: first,
  onClose,
}: DecisionDialogProps) {
  const t = useT('moderation');
  const client = useQueryClient();
  const { form, field, submit, failure, isBusy } = useApiForm<
    Record<keyof DecisionForm, string>,
    DecisionForm
  >({
    schema: decisionFormSchema as never,
    defaultValues: {
      action: first,
      reason: first === 'verify' ? 'proven' : '',
      text: '',
      checked: wanted ?? '',
      days: '7',
      photos: undefined as never,
    },
    paths: ['action', 'reason', 'text', 'checked', 'days'],
    send: async (body) => {
      const { days, checked, ...rest } = body;
      await decideCase(client, caseId, {
        ...rest,
        days: body.action === 'restrict' ? days : undefined,
        checked: body.action === 'verify' ? checked : undefined,
      });
      toast.success(t('decided'));
      onClose();
    },
  });
  const close = useSafeClose(form.formState.isDirty, onClose);
  const action = form.watch('action');
  const needsText = action !== 'dismiss' && action !== 'verify';
  return (
    <FormDialog
      title={t('decide')}
      action={t('decide')}
      onClose={close}
      submit={submit}
      failure={failure}
      isBusy={isBusy}
    >
      <SelectField
        label={t('action')}
        required
        options={actionsFor(kind).map((value) => ({ value, label: t(`action.${value}`) }))}
        {...field('action')}
      />
      {action === 'restrict' && (
        <TextField label={t('days')} required inputMode="numeric" {...field('days')} />
      )}
      {action === 'verify' && (
        <SelectField
          label={t('checked')}
          {...(!wanted && { placeholder: t('notNamed') })}
          options={personChecks.map((value) => ({ value, label: t(`verification.${value}`) }))}
          {...field('checked')}
        />
      )}
      <ReasonField {...field('reason')} />
      <TextArea
        label={t('text')}
        hint={action === 'dismiss' && kind !== 'appeal' ? undefined : t('textHint')}
        optional={!needsText}
        required={needsText}
        limit={limits.decision.text}
        {...field('text')}
      />
    </FormDialog>
  );
}

export function UndoDialog({ decision, onClose }: { decision: Decision; onClose: () => void }) {
  const t = useT('moderation');
  const client = useQueryClient();
  const { form, field, submit, failure, isBusy } = useApiForm<Record<keyof UndoForm, string>, UndoForm>({
    schema: undoFormSchema as never,
    defaultValues: { reason: '', text: '' },
    send: async (body) => {
      await undoDecision(client, decision._id, body);
      toast.success(t('undone'));
      onClose();
    },
  });
  const close = useSafeClose(form.formState.isDirty, onClose);
  return (
    <FormDialog
      title={t('undoTitle')}
      action={t('undo')}
      onClose={close}
      submit={submit}
      failure={failure}
      isBusy={isBusy}
    >
      <ReasonField {...field('reason')} />
      <TextArea
        label={t('text')}
        hint={t('textHint')}
        optional
        limit={limits.decision.text}
        {...field('text')}
      />
    </FormDialog>
  );
}

interface FormDialogProps extends Pick<ReturnType<typeof useApiForm>, 'submit' | 'failure' | 'isBusy'> {
  title: string;
  action: string;
  onClose: () => void;
  children: ReactNode;
}

function FormDialog({ title, action, onClose, submit, failure, isBusy, children }: FormDialogProps) {
  const tCommon = useT('common');
  const id = useId();
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button variant="line" onClick={onClose} disabled={isBusy}>
            {tCommon('cancel')}
          </Button>
          <Button type="submit" form={id} busy={isBusy}>
            {action}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {failure !== undefined && <FormError text={errorText(failure)} />}
        {children}
      </form>
    </Dialog>
  );
}

function ReasonField(props: Omit<Parameters<typeof SelectField>[0], 'options' | 'label'>) {
  const t = useT('moderation');
  return (
    <SelectField
      label={t('reason')}
      required
      placeholder={t('chooseReason')}
      options={toOptions(textGroup('decisions', 'reason'))}
      {...props}
    />
  );
}
