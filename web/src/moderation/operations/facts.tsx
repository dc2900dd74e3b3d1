import type { Operations } from '@upaj/contract/moderation/operations';
import { textGroup, useT } from '#i18n/locale.ts';
import { formatBytes, formatCount } from '#lib/format.ts';
import { Section } from '#moderation/console/section.tsx';
import { Facts } from '#ui/card.tsx';
import { RunState, RunTimes, useTimeText } from './jobs.tsx';

export function Version({ found }: { found: Operations }) {
  const t = useT('operations');
  const timeText = useTimeText();
  const { newest, missing } = found.migrations;
  return (
    <Section title={t('version')} text={t('ofProcess')}>
      <Facts
        facts={[
          { label: t('release'), value: found.release },
          { label: t('started'), value: timeText(found.startedAt) },
          { label: t('migration'), value: newest ?? t('none') },
          { label: t('missing'), value: missing.join(', ') || t('none') },
        ]}
      />
    </Section>
  );
}

export function Sources({ sources }: Pick<Operations, 'sources'>) {
  const t = useT('operations');
  const names: Readonly<Record<string, string>> = textGroup('operations', 'source');
  return (
    <Section title={t('sources')} text={t('sourcesText')}>
      {sources.length === 0 && <p>{t('never')}</p>}
      <ul className="divide-y divide-line">
        {sources.map((source) => (
          <li key={source.name} className="py-2.5">
            <h3 className="flex flex-wrap items-center gap-2 font-semibold">
              {names[source.name] ?? source.name} <RunState of={source} />
            </h3>
            <RunTimes of={source} />
            {source.error && <p className="text-note wrap-anywhere">{source.error}</p>}
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function Queues({ queues }: Pick<Operations, 'queues'>) {
  const t = useT('operations');
  return (
    <Section title={t('queues')} text={t('ofAll')}>
      <Facts
        facts={(['events', 'failedEvents', 'deliveries'] as const).map((name) => ({
          label: t(name),
          value: formatCount(queues[name]),
        }))}
      />
    </Section>
  );
}

export function Sockets({ sockets }: Pick<Operations, 'sockets'>) {
  const t = useT('operations');
  return (
    <Section title={t('sockets')} text={t('ofProcess')}>
      <Facts
        facts={[
          { label: t('openSockets'), value: formatCount(sockets.open) },
          { label: t('socketUsers'), value: formatCount(sockets.users) },
        ]}
      />
    </Section>
  );
}

export function Storage({ storage }: Pick<Operations, 'storage'>) {
  const t = useT('operations');
  const { kind, isReachable, freeBytes, databaseBytes } = storage;
  return (
    <Section title={t('storage')}>
      <Facts
        facts={[
          {
            label: t('photos'),
            value: `${t(`storage.${kind}`)}${isReachable ? '' : `: ${t('unreachable')}`}`,
          },
          { label: t('freeDisk'), value: freeBytes === null ? t('unreachable') : formatBytes(freeBytes) },
          { label: t('database'), value: formatBytes(databaseBytes) },
        ]}
      />
    </Section>
  );
}

export function Backups({
  archive,
  backups: { lastSuccess, lastFailure },
}: Pick<Operations, 'archive' | 'backups'>) {
  const t = useT('operations');
  const timeText = useTimeText();
  const ended = { lastSuccess: lastSuccess?.at ?? null, lastFailure: lastFailure?.at ?? null };
  return (
    <Section title={t('backups')}>
      <Facts
        facts={[
          {
            label: t('lastBackup'),
            value: (
              <>
                {timeText(ended.lastSuccess)} <RunState of={ended} />
              </>
            ),
          },
          {
            label: t('backupSize'),
            value:
              lastSuccess &&
              t('backupSizes', {
                database: formatBytes(lastSuccess.databaseBytes),
                photos: formatBytes(lastSuccess.photoBytes),
              }),
          },
          { label: t('backupFolder'), value: lastSuccess && <Long text={lastSuccess.folder} /> },
          { label: t('backupFailed'), value: lastFailure && timeText(lastFailure.at) },
          { label: t('backupReason'), value: lastFailure && <Long text={lastFailure.reason} /> },
          { label: t('archived'), value: archive ? timeText(archive.lastSuccess) : t('archiveOff') },
          { label: t('archiveFailed'), value: archive && timeText(archive.lastFailure) },
        ]}
      />
    </Section>
  );
}

/** Breaks a text anywhere, because paths have no spaces. */
function Long({ text }: { text: string }) {
  return <span className="wrap-anywhere">{text}</span>;
}

export function Errors({ errors }: Pick<Operations, 'errors'>) {
  const t = useT('operations');
  const timeText = useTimeText();
  return (
    <Section title={t('errors')} text={t('errorsText')}>
      {errors.length === 0 ? (
        <p>{t('noErrors')}</p>
      ) : (
        <table className="w-full text-note">
          <caption className="sr-only">{t('errors')}</caption>
          <thead className="text-soft">
            <tr className="*:py-2 *:pr-3 *:font-semibold">
              <th scope="col" className="text-left">
                {t('code')}
              </th>
              <th scope="col" className="text-right">
                {t('count')}
              </th>
              <th scope="col" className="text-right">
                {t('last')}
              </th>
            </tr>
          </thead>
          <tbody>
            {errors.map(({ code, status, count, lastAt }) => (
              <tr key={code} className="border-t border-line *:py-1.5 *:pr-3">
                <th scope="row" className="text-left font-normal wrap-anywhere">
                  {code} <span className="text-soft">{status}</span>
                </th>
                <td className="text-right font-semibold">{formatCount(count)}</td>
                <td className="text-right">{timeText(lastAt)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}

export function Settings({ settings }: Pick<Operations, 'settings'>) {
  const t = useT('operations');
  return (
    <Section title={t('settings')} text={t('settingsText')}>
      <dl className="grid gap-x-6 md:grid-cols-2">
        {settings.map(({ name, isSet, value }) => (
          <div key={name} className="border-t border-line py-1.5">
            <dt className="text-note wrap-anywhere text-soft">{name}</dt>
            <dd className="wrap-anywhere">
              {value === null ? t(isSet ? 'set' : 'notSet') : isSet ? value : t('byDefault', { value })}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
