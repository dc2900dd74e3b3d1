import { useQuery, useQueryClient } from '@tanstack/react-query';
import { limits } from '@upaj/contract/limits';
import { appealFormSchema, type OwnDecision } from '@upaj/contract/moderation/appeals';
import { langOf, useT } from '#i18n/locale.ts';
import { errorText, isApiError } from '#lib/api-errors.ts';
import { useFormat } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { FormError } from '#ui/field.tsx';
import { useApiForm } from '#ui/forms/form.ts';
import { Skeleton } from '#ui/loading.tsx';
import { ErrorState } from '#ui/states.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { toast } from '#ui/toast/toast.ts';
import type { DecisionCalls } from './api.ts';
import { deleteAppealDraft, readAppealText, storeAppealText } from './appeal-draft.ts';

/** Shows a moderator's decision to the person that it is about, with a form for an appeal. */
export function DecisionCard({ calls }: { calls: DecisionCalls }) {
  const t = useT('decisions');
  const { data, error, isPending, isFetching, refetch } = useQuery(calls.query);
  if (isPending) return <Skeleton shape="block" className="h-40" />;
  if (!data)
    return (
      <ErrorState
        title={t('failed')}
        text={errorText(error)}
        {...(!isApiError(error, 'APPEAL_LINK_INVALID') && { onRetry: () => void refetch() })}
        isRetrying={isFetching}
      />
    );
  return (
    <>
      <Card className="flex flex-col gap-2 p-4">
        <What decision={data} />
      </Card>
      {data.canAppeal && <AppealForm calls={calls} decisionId={data._id} />}
    </>
  );
}

function What({ decision }: { decision: OwnDecision }) {
  const t = useT('decisions');
  const tNotifications = useT('notifications');
  const { date } = useFormat();
  const { action, kind, title, reason, text, until, createdAt, undone, isAppealed, isUpheld } = decision;
  return (
    <>
      <h2 className="text-lead font-semibold wrap-anywhere">
        {tNotifications(`decision.${action}`, { kind, title, date: until ? date(until) : '' })}
      </h2>
      <p>{t('why', { reason: t(`reason.${reason}`) })}</p>
      {text && (
        <p lang={langOf(text)} className="whitespace-pre-line wrap-anywhere">
          {text}
        </p>
      )}
      <p className="text-note text-soft">{date(createdAt)}</p>
      {undone && (
        <p role="status" className="font-medium">
          {t('undone', { date: date(undone.at) })} {undone.text}
        </p>
      )}
      {isUpheld && <p className="font-medium">{t('upheld')}</p>}
      {isAppealed && !undone && !isUpheld && <p className="font-medium">{t('appealed')}</p>}
    </>
  );
}

interface AppealFormProps {
  calls: DecisionCalls;
  decisionId: string;
}

function AppealForm({ calls: { query, appeal }, decisionId }: AppealFormProps) {
  const t = useT('decisions');
  const client = useQueryClient();
  const { form, field, submit, failure, isBusy } = useApiForm({
    schema: appealFormSchema,
    defaultValues: { text: readAppealText(decisionId) },
    send: async ({ text }) => {
      const decision = await appeal(text);
      deleteAppealDraft();
      client.setQueryData(query.queryKey, decision);
      toast.success(t('sent'));
    },
  });
  return (
    <form
      noValidate
      onSubmit={submit}
      onChange={() => storeAppealText(decisionId, form.getValues('text'))}
      className="flex flex-col gap-4"
    >
      <h2 className="text-lead font-semibold">{t('appealTitle')}</h2>
      <p className="text-soft">{t('appealText')}</p>
      {failure !== undefined && <FormError text={errorText(failure)} />}
      <TextArea label={t('appealLabel')} required limit={limits.decision.text} {...field('text')} />
      <Button type="submit" busy={isBusy} className="self-start">
        {t('send')}
      </Button>
    </form>
  );
}
