import { Link } from '@tanstack/react-router';
import { useT, useTexts } from '#i18n/locale.ts';
import { useTitle } from '#lib/use-title.ts';
import { useLinkToken } from '#people/account/message-page.tsx';
import { VerifyEmail } from '#people/account/verify-email.tsx';
import { buttonClass } from '#ui/button.tsx';

export function VerifyEmailScreen() {
  const t = useT();
  const texts = useTexts('password');
  const token = useLinkToken();
  useTitle(texts.verifyTitle);
  return (
    <div className="mx-auto max-w-md">
      <VerifyEmail
        token={token}
        onward={
          <Link to="/" className={buttonClass()}>
            {t.common.toHome}
          </Link>
        }
        askAgain={
          <Link to="/settings" className={buttonClass()}>
            {texts.askAgain}
          </Link>
        }
      />
    </div>
  );
}
