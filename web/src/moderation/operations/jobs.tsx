import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OperationsJob } from '@upaj/contract/moderation/operations';
import { useLocale, useT } from '#i18n/locale.ts';
import { formatTime } from '#lib/format.ts';
import { Section } from '#moderation/console/section.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { failureText } from '#ui/forms/form.ts';
import { toast } from '#ui/toast/toast.ts';
import { runJob } from './api.ts';

export function Jobs({ jobs }: { jobs: readonly OperationsJob[] }) {
  const t = useT('operations');
  return (
    <Section title={t('jobs')} text={t('ofAll')}>
      <ul className="grid gap-x-6 divide-y divide-line md:grid-cols-2 md:divide-y-0">
        {jobs.map((job) => (
          <li key={job.name} className="flex items-center justify-between gap-3 py-2.5">
            <div className="min-w-0">
              <h3 className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
                {job.name} <RunState of={job} />
              </h3>
              <p className="text-note text-soft">
                {t('schedule')}: <code>{job.cron}</code>
              </p>
              <RunTimes of={job} />
            </div>
            {job.isRunHere ? (
              <RunButton name={job.name} />
            ) : (
              <p className="text-note text-soft">{t('notHere')}</p>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function RunButton({ name }: { name: string }) {
  const t = useT('operations');
  const client = useQueryClient();
  const running = useMutation({
    mutationFn: () => runJob(client, name),
    onSuccess: (isQueued) => toast.success(t(isQueued ? 'queued' : 'already', { name })),
    onError: (error) => toast.error(failureText(error)),
  });
  return (
    <Button
      variant="line"
      busy={running.isPending}
      onClick={() => running.mutate()}
      aria-label={t('runJob', { name })}
      className="shrink-0"
    >
      {t('run')}
    </Button>
  );
}

export function useTimeText(): (iso: string | null) => string {
  const t = useT('operations');
  const locale = useLocale();
  return (iso) => (iso ? formatTime(Date.parse(iso), locale) : t('never'));
}

interface Runs {
  lastSuccess: string | null;
  lastFailure: string | null;
}

/** Shows nothing for a job or source that has never run. */
export function RunState({ of: { lastSuccess, lastFailure } }: { of: Runs }) {
  const t = useT('operations');
  if (!lastSuccess && !lastFailure) return null;
  const isFailing = lastFailure !== null && (lastSuccess === null || lastFailure > lastSuccess);
  return <Badge tone={isFailing ? 'mirch' : 'leaf'}>{t(isFailing ? 'failing' : 'ok')}</Badge>;
}

export function RunTimes({ of: { lastSuccess, lastFailure } }: { of: Runs }) {
  const t = useT('operations');
  const timeText = useTimeText();
  return (
    <p className="text-note text-soft">
      {t('lastSuccess')}: {timeText(lastSuccess)}
      {lastFailure && (
        <>
          <br />
          {t('lastFailure')}: {timeText(lastFailure)}
        </>
      )}
    </p>
  );
}
