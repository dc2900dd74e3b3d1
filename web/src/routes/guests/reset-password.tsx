import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useT } from '#i18n/locale.ts';
import { useTitle } from '#lib/use-title.ts';
import { LinkInvalid, useLinkToken } from '#people/account/message-page.tsx';
import { ResetForm } from '#people/account/reset-form.tsx';
import { checkSession } from '#people/users/session.ts';
import { buttonClass } from '#ui/button.tsx';
import { toast } from '#ui/toast/toast.ts';

export function ResetPasswordScreen() {
  const t = useT('password');
  const client = useQueryClient();
  const navigate = useNavigate();
  const token = useLinkToken();
  const [isInvalid, setInvalid] = useState(token === '');
  useTitle(t('resetTitle'));

  const onDone = async () => {
    toast.success(t('saved'), { kind: 'flow' });
    // The server ended all sessions of the account, perhaps this one.
    await checkSession(client);
    await navigate({ to: '/login' });
  };
  return (
    <div className="mx-auto max-w-md">
      {isInvalid ? (
        <LinkInvalid
          action={
            <Link to="/forgot-password" className={buttonClass()}>
              {t('askAgain')}
            </Link>
          }
        />
      ) : (
        <ResetForm token={token} onDone={onDone} onLinkInvalid={() => setInvalid(true)} />
      )}
    </div>
  );
}
