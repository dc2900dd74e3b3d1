import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ClearedPart } from '@upaj/contract/people/address-proof';
import { useState } from 'react';
import { useT } from '#i18n/locale.ts';
import { useTitle } from '#lib/use-title.ts';
import { LinkInvalid, useLinkToken } from '#people/account/message-page.tsx';
import { Cleared } from '#people/account/cleared.tsx';
import { ResetForm } from '#people/account/reset-form.tsx';
import { checkSession } from '#people/users/session.ts';
import { buttonClass } from '#ui/button.tsx';
import { toast } from '#ui/toast/toast.ts';

export function ResetPasswordScreen() {
  const t = useT('password');
  const client = useQueryClient();
  const navigate = useNavigate();
  const token = useLinkToken();
  const [cleared, setCleared] = useState<readonly ClearedPart[]>();
  const [isInvalid, setInvalid] = useState(token === '');
  useTitle(t('resetTitle'));

  const onDone = async (parts: readonly ClearedPart[]) => {
    toast.success(t('saved'), { kind: 'flow' });
    // The server ended all sessions of the account, perhaps this one.
    await checkSession(client);
    if (parts.length > 0) setCleared(parts);
    else await navigate({ to: '/login' });
  };
  if (cleared)
    return (
      <div className="mx-auto max-w-md">
        <Cleared parts={cleared}>
          <Link to="/login" className={buttonClass()}>
            {t('toLogin')}
          </Link>
        </Cleared>
      </div>
    );
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
