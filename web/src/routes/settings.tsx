import { Link } from '@tanstack/react-router';
import { UpiCard } from '#deals/upi/upi-card.tsx';
import { useT } from '#i18n/locale.ts';
import { useTitle } from '#lib/use-title.ts';
import { VerificationCard } from '#moderation/verification/verification-card.tsx';
import { AadhaarCard } from '#people/account/aadhaar-card.tsx';
import { BlockedCard } from '#people/account/blocked-card.tsx';
import { DeleteCard } from '#people/account/delete-card.tsx';
import { EmailCard } from '#people/account/email-card.tsx';
import { ExportCard } from '#people/account/export-card.tsx';
import { LookCard } from '#people/account/look-card.tsx';
import { NumberCard } from '#people/account/number-card.tsx';
import { MemoryCard } from '#people/account/memory-card.tsx';
import { PasswordCard } from '#people/account/password-card.tsx';
import { PrivacyCard } from '#people/account/privacy-card.tsx';
import { SessionsCard } from '#people/account/sessions-card.tsx';
import { SecondFactorCard } from '#people/second-factor/second-factor-card.tsx';
import { useUser } from '#people/users/session.ts';
import { BackButton } from '#ui/back-button.tsx';
import { buttonClass } from '#ui/button.tsx';

const underlined = 'flex min-h-11 items-center font-semibold text-leaf underline';

export function SettingsScreen() {
  const t = useT('settings');
  const user = useUser();
  useTitle(t('title'));
  if (!user) return null;
  return (
    <div className="mx-auto flex max-w-[44rem] flex-col gap-4 md:gap-5">
      <BackButton to="/Profile" />
      <h1 className="text-title font-bold tracking-tight md:text-hero">{t('title')}</h1>
      <NumberCard user={user} />
      <EmailCard user={user} />
      <PasswordCard
        user={user}
        renderForgotLink={(label) => (
          <Link to="/forgot-password" className={user.hasPassword ? underlined : buttonClass('line')}>
            {label}
          </Link>
        )}
      />
      <SecondFactorCard user={user} />
      {user.aadhaarNumber === '' && <AadhaarCard hasPassword={user.hasPassword} />}
      <VerificationCard />
      <SessionsCard />
      <PrivacyCard user={user} />
      <UpiCard user={user} />
      <BlockedCard />
      <LookCard />
      <MemoryCard />
      <ExportCard />
      <DeleteCard user={user} />
      <Link to="/help" className={underlined}>
        {t('help')}
      </Link>
    </div>
  );
}
