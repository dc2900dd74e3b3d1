import { useT } from '#i18n/locale.ts';
import { useTitle } from '#lib/use-title.ts';
import { GiveRole, StaffList } from '#moderation/console/staff-list.tsx';
import { BackButton } from '#ui/back-button.tsx';

export function StaffScreen() {
  const t = useT('staff');
  useTitle(t('title'));
  return (
    <div className="mx-auto flex max-w-[44rem] flex-col gap-4">
      <BackButton to="/moderation" />
      <h1 className="text-title font-bold tracking-tight md:text-hero">{t('title')}</h1>
      <p className="text-soft">{t('text')}</p>
      <GiveRole />
      <StaffList />
    </div>
  );
}
