import { getRouteApi, Link } from '@tanstack/react-router';
import { caseKinds, caseStatuses } from '@upaj/contract/moderation/case-kinds';
import { useT } from '#i18n/locale.ts';
import { useTitle } from '#lib/use-title.ts';
import { Queue } from '#moderation/console/queue.tsx';
import { CaseView } from '#moderation/console/case-view.tsx';
import { BackButton } from '#ui/back-button.tsx';
import { useUser } from '#people/users/session.ts';

const route = getRouteApi('/members/staff/moderation');
const adminLink = 'flex min-h-11 items-center font-semibold text-leaf underline';

export function QueueScreen() {
  const t = useT('moderation');
  const { status, kind } = route.useSearch();
  const filter = {
    status: caseStatuses.find((one) => one === status),
    kind: caseKinds.find((one) => one === kind),
  };
  const navigate = route.useNavigate();
  const user = useUser();
  useTitle(t('title'));
  return (
    <div className="mx-auto flex max-w-[60rem] flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h1 className="text-title font-bold tracking-tight md:text-hero">{t('title')}</h1>
        {user?.staffRole === 'administrator' && (
          <nav className="flex flex-wrap gap-x-4" aria-label={t('forAdministrators')}>
            <Link to="/moderation/audit" className={adminLink}>
              {t('audit.title')}
            </Link>
            <Link to="/moderation/staff" className={adminLink}>
              {t('staff')}
            </Link>
            <Link to="/operations" className={adminLink}>
              {t('operations')}
            </Link>
          </nav>
        )}
      </div>
      <Queue
        filter={filter}
        onFilter={(search) =>
          void navigate({ search: search as { status?: string; kind?: string }, replace: true })
        }
      />
    </div>
  );
}

const caseRoute = getRouteApi('/members/staff/moderation/$caseId');

export function CaseScreen() {
  const { caseId } = caseRoute.useParams();
  return (
    <div className="mx-auto flex max-w-[76rem] flex-col gap-3">
      <BackButton to="/moderation" />
      <CaseView key={caseId} caseId={caseId} />
    </div>
  );
}
