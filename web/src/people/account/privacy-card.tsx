import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Account } from '@upaj/contract/people/profiles';
import { useId } from 'react';
import { useT } from '#i18n/locale.ts';
import { failureText } from '#lib/form.ts';
import { currentUserQuery } from '#people/users/session.ts';
import { FieldErrorText } from '#ui/field.tsx';
import { Switch } from '#ui/switch.tsx';
import { hideContact } from './api.ts';
import { SettingsCard } from './settings-card.tsx';

export function PrivacyCard({ user }: { user: Account }) {
  const tCommon = useT('common');
  const t = useT('settings');
  const client = useQueryClient();
  const hintId = useId();
  const { mutate, isPending, variables, error } = useMutation({
    // In sequence: of two quick presses the second wins.
    scope: { id: 'privacy' },
    mutationFn: hideContact,
    onSuccess: (account) => client.setQueryData(currentUserQuery.queryKey, account),
  });
  // After a failure, the last confirmed value is shown.
  const isHidden = isPending ? variables : user.contactInfo.isHidden;
  return (
    <SettingsCard title={t('privacy')}>
      <div className="w-full">
        <Switch
          label={t('hideContact')}
          checked={isHidden}
          onChange={({ target }) => mutate(target.checked)}
          aria-describedby={hintId}
        />
        <p id={hintId} className="mt-1 pr-16 text-note text-soft">
          {t('hideContactText')}
        </p>
        <div role="alert" className="mt-1 empty:hidden">
          <FieldErrorText
            error={
              error
                ? tCommon('withReason', { failure: t('hideFailed'), reason: failureText(error) })
                : undefined
            }
          />
        </div>
      </div>
    </SettingsCard>
  );
}
