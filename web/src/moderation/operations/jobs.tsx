import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OperationsJob } from '@upaj/contract/moderation/operations';
import { useT } from '#i18n/locale.ts';
import { Button } from '#ui/button.tsx';
import { failureText } from '#ui/forms/form.ts';
import { toast } from '#ui/toast/toast.ts';
import { runJob } from './api.ts';
import { Section } from '#moderation/console/section.tsx';
import { RunState, RunTimes } from './parts.tsx';

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
