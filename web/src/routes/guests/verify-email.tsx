import { Link } from '@tanstack/react-router';
import { useT } from '#i18n/locale.ts';
import { useTitle } from '#lib/use-title.ts';
import { useLinkToken } from '#people/account/message-page.tsx';
import { VerifyEmail } from '#people/account/verify-email.tsx';
import { buttonClass } from '#ui/button.tsx';

export function VerifyEmailScreen() {
  const tAuth = useT('auth');
  const tCommon = useT('common');
  const t = useT('password');
  const token = useLinkToken();
  useTitle(t('verifyTitle'));
  return (
    <div className="mx-auto max-w-md">
      <VerifyEmail
        token={token}
        onward={
          <Link to="/" className={buttonClass()}>
            {tCommon('toHome')}
          </Link>
        }
        waysIn={
          <div className="flex flex-wrap gap-3">
            <Link to="/login" className={buttonClass()}>
              {tAuth('login')}
            </Link>
            <Link to="/forgot-password" className={buttonClass('line')}>
              {t('resetTitle')}
            </Link>
          </div>
        }
        sendAgain={
          <Link to="/settings" className={buttonClass()}>
            {t('askAgain')}
          </Link>
        }
      />
    </div>
  );
}
