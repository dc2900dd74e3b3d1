import { auditCsvPath } from '@upaj/contract/moderation/audit';
import Download from 'lucide-react/icons/download';
import { useT } from '#i18n/locale.ts';
import { useTitle } from '#lib/use-title.ts';
import { AuditList } from '#moderation/console/audit-list.tsx';
import { BackButton } from '#ui/back-button.tsx';
import { buttonClass } from '#ui/button.tsx';

export function AuditScreen() {
  const t = useT('moderation');
  useTitle(t('audit.title'));
  return (
    <div className="mx-auto flex max-w-[60rem] flex-col gap-4">
      <BackButton to="/moderation" />
      <h1 className="text-title font-bold tracking-tight md:text-hero">{t('audit.title')}</h1>
      <p className="text-soft">{t('audit.text')}</p>
      <a href={auditCsvPath} download className={buttonClass('line', 'self-start max-sm:w-full')}>
        <Download size={20} aria-hidden />
        {t('audit.csv')}
      </a>
      <AuditList />
    </div>
  );
}
