import { useQuery } from '@tanstack/react-query';
import { useT } from '#i18n/locale.ts';
import { isApiError } from '#lib/api-errors.ts';
import { useTitle } from '#lib/use-title.ts';
import { NeedsCode } from '#moderation/console/needs-code.tsx';
import { operationsQuery } from '#moderation/operations/api.ts';
import { Active, Days } from '#moderation/operations/days.tsx';
import {
  Backups,
  Errors,
  Queues,
  Settings,
  Sockets,
  Sources,
  Storage,
  Version,
} from '#moderation/operations/facts.tsx';
import { Jobs, useTimeText } from '#moderation/operations/jobs.tsx';
import { ListNotThere } from '#people/account/settings-card.tsx';
import { BackButton } from '#ui/back-button.tsx';
import { Button } from '#ui/button.tsx';

export function OperationsScreen() {
  const t = useT('operations');
  const timeText = useTimeText();
  const list = useQuery(operationsQuery);
  useTitle(t('title'));
  const { data: found } = list;
  if (isApiError(list.error, 'SECOND_FACTOR_REQUIRED')) return <NeedsCode />;
  return (
    <div className="mx-auto flex max-w-[76rem] flex-col gap-4">
      <BackButton to="/moderation" />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-title font-bold tracking-tight md:text-hero">{t('title')}</h1>
        {found && (
          <div className="flex flex-wrap items-center gap-3">
            <p className="text-note text-soft">{t('taken', { time: timeText(found.takenAt) })}</p>
            <Button variant="line" busy={list.isFetching} onClick={() => void list.refetch()}>
              {t('refresh')}
            </Button>
          </div>
        )}
      </div>
      {(!found || list.isError) && <ListNotThere list={list} failed={t('failed')} rows={6} />}
      {found && (
        <>
          <Days days={found.days} />
          <div className="grid items-start gap-4 md:grid-cols-2">
            <Active active={found.active} />
            <Queues queues={found.queues} />
            <Version found={found} />
            <Sockets sockets={found.sockets} />
            <Storage storage={found.storage} />
            <Backups archive={found.archive} backups={found.backups} />
            <Sources sources={found.sources} />
            <Errors errors={found.errors} />
          </div>
          <Jobs jobs={found.jobs} />
          <Settings settings={found.settings} />
        </>
      )}
    </div>
  );
}
