import { useQuery, useQueryClient, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { CasePage } from '@upaj/contract/moderation/cases';
import type { DecisionAction } from '@upaj/contract/moderation/decisions';
import { langOf, useT } from '#i18n/locale.ts';
import { errorText, isApiError } from '#lib/api-errors.ts';
import { useTitle } from '#lib/use-title.ts';
import { Button } from '#ui/button.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { ErrorState } from '#ui/states.tsx';
import { toast } from '#ui/toast/toast.ts';
import { caseQuery, claimCase } from './api.ts';
import { CaseFacts, useCaseTitle } from './case-facts.tsx';
import { Appeal, Evidence, Messages, Reports, VerificationRequest } from './case-evidence.tsx';
import { CaseThing } from './case-thing.tsx';
import { DecisionDialog, harmfulAction, harmlessAction } from './decision-dialog.tsx';
import { DecisionList } from './decision-list.tsx';
import { Flags } from './flags.tsx';
import { useKeys } from './keys.tsx';
import { NeedsCode } from './needs-code.tsx';
import { PersonRecord } from './person-record.tsx';

export function CaseView({ caseId }: { caseId: string }) {
  const t = useT('moderation');
  const { data, error, isPending, isFetching, refetch } = useQuery(caseQuery(caseId));
  if (isApiError(error, 'SECOND_FACTOR_REQUIRED')) return <NeedsCode />;
  if (isPending) return <Skeleton shape="block" className="h-64" />;
  if (!data) {
    return (
      <ErrorState
        heading="h1"
        title={isApiError(error, 'CASE_NOT_FOUND') ? t('missing') : t('caseFailed')}
        text={errorText(error)}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  return <LoadedCase one={data} />;
}

function LoadedCase({ one }: { one: CasePage }) {
  const t = useT('moderation');
  const titleOf = useCaseTitle();
  const client = useQueryClient();
  const [action, setAction] = useState<DecisionAction>();
  const claim = useMutation({
    mutationFn: () => claimCase(client, one._id),
    onError: (error) => toast.error(errorText(error)),
  });
  const isOpen = one.status === 'open';
  const open = (next: DecisionAction) => isOpen && setAction(next);
  const keys = useKeys({ a: () => open(harmlessAction(one.kind)), r: () => open(harmfulAction(one.kind)) });
  useTitle(titleOf(one));
  return (
    <div className="flex flex-col gap-5">
      <header className="flex flex-col gap-2">
        <h1 lang={langOf(titleOf(one))} className="text-title font-bold tracking-tight wrap-anywhere">
          {titleOf(one)}
        </h1>
        <CaseFacts of={one} />
        {isOpen && one.heldFor && <p>{t(`held.${one.heldFor}`)}</p>}
        {one.hidesEvidence && <p className="text-note text-soft">{t('evidenceClosed')}</p>}
        <div className="flex flex-wrap gap-2">
          {isOpen && (
            <>
              <Button variant="line" busy={claim.isPending} onClick={() => claim.mutate()}>
                {one.claim?.isMine ? t('renewClaim') : t('claim')}
              </Button>
              <Button onClick={() => setAction(harmfulAction(one.kind))}>{t('decide')}</Button>
              <Button variant="quiet" onClick={() => setAction(harmlessAction(one.kind))}>
                {t(`action.${harmlessAction(one.kind)}`)}
              </Button>
            </>
          )}
          {keys}
        </div>
      </header>
      <div className="grid gap-5 lg:grid-cols-[2fr_1fr]">
        <div className="flex min-w-0 flex-col gap-5">
          {one.appeal && <Appeal appeal={one.appeal} />}
          {one.verification && <VerificationRequest caseId={one._id} request={one.verification} />}
          {one.evidence && <Evidence evidence={one.evidence} />}
          <CaseThing one={one} />
          <Messages messages={one.messages} />
          <Flags flags={one.flags} />
          <Reports reports={one.reports} count={one.reportsCount} />
          <DecisionList title={t('history')} decisions={one.decisions} />
        </div>
        <PersonRecord one={one} />
      </div>
      {action && (
        <DecisionDialog
          of={{ ...one, wanted: one.verification?.check }}
          action={action}
          onClose={() => setAction(undefined)}
        />
      )}
    </div>
  );
}
