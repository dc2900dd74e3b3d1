import { Purchases } from '#deals/overview/purchases.tsx';
import { useT } from '#i18n/locale.ts';
import { useUser } from '#people/users/session.ts';
import { ProfilePage } from './shared/profile-page.tsx';

export function PurchasesScreen() {
  const t = useT('overview');
  const user = useUser();
  if (!user) return null;
  return (
    <ProfilePage title={t('purchases')}>
      <Purchases viewerId={user._id} />
    </ProfilePage>
  );
}
