import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AuditRow } from '@upaj/contract/moderation/audit';
import ScrollText from 'lucide-react/icons/scroll-text';
import { textGroup, useT } from '#i18n/locale.ts';
import { isApiError } from '#lib/api-errors.ts';
import { api } from '#lib/api.ts';
import { useFormat } from '#lib/format.ts';
import { paging } from '#lib/paging.ts';
import { Card } from '#ui/card.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { EmptyState } from '#ui/states.tsx';
import { NeedsCode } from './needs-code.tsx';

const auditQuery = infiniteQueryOptions({
  queryKey: ['audit'],
  queryFn: ({ pageParam, signal }) =>
    api('GET /api/v1/moderation/audit', { query: { cursor: pageParam }, signal }),
  ...paging,
});

export function AuditList() {
  const t = useT('moderation');
  const list = useInfiniteQuery(auditQuery);
  if (isApiError(list.error, 'SECOND_FACTOR_REQUIRED')) return <NeedsCode />;
  return (
    <PagedList
      list={list}
      renderItem={(row) => <AuditCard row={row} />}
      empty={
        <EmptyState icon={<ScrollText size={30} />} title={t('audit.empty')} text={t('audit.emptyText')} />
      }
      texts={{ failed: t('audit.failed'), loading: t('audit.loading'), more: t('audit.more') }}
      skeletons={<Skeleton shape="block" className="h-24" />}
      className="flex flex-col gap-3"
    />
  );
}

function AuditCard({ row }: { row: AuditRow }) {
  const t = useT('moderation');
  const { date, time } = useFormat();
  const { at, actor, role, action, caseId, person, target, before, after, why } = row;
  const actions: Readonly<Record<string, string>> = textGroup('moderation', 'action');
  const roles: Readonly<Record<string, string>> = textGroup('moderation', 'role');
  const roleName = roles[role] ?? role;
  const name = actor ? `@${actor}` : t('audit.former');
  return (
    <Card className="flex flex-col gap-1 p-3.5">
      <h2 className="font-semibold wrap-anywhere">
        {actions[action] ?? action}
        {person && ` · ${t('audit.about', { name: `@${person}` })}`}
      </h2>
      <p className="text-note text-soft wrap-anywhere">
        {role === 'operator' ? roleName : t('audit.by', { name, role: roleName })} · {date(at)},{' '}
        {time(Date.parse(at))}
      </p>
      {why && <p className="whitespace-pre-line wrap-anywhere">{why}</p>}
      {target && <p className="text-note break-all text-soft">{target}</p>}
      {(before !== null || after !== null) && (
        <details className="text-note">
          <summary className="flex min-h-11 cursor-pointer items-center text-leaf underline">
            {t('audit.changes')}
          </summary>
          <dl className="flex flex-col gap-1">
            <Change label={t('audit.before')} value={before} />
            <Change label={t('audit.after')} value={after} />
          </dl>
        </details>
      )}
      {caseId && (
        <Link
          to="/moderation/$caseId"
          params={{ caseId }}
          className="flex min-h-11 items-center self-start font-semibold text-leaf underline"
        >
          {t('audit.toCase')}
        </Link>
      )}
    </Card>
  );
}

function Change({ label, value }: { label: string; value: unknown }) {
  if (value === null) return null;
  return (
    <div>
      <dt className="text-soft">{label}</dt>
      <dd className="break-all">{JSON.stringify(value)}</dd>
    </div>
  );
}
