import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PrivacySettings } from '@upaj/contract/people/account';
import type { Account } from '@upaj/contract/people/profiles';
import { useId } from 'react';
import { useT } from '#i18n/locale.ts';
import { failureText } from '#ui/forms/form.ts';
import { currentUserQuery } from '#people/users/session.ts';
import { FieldErrorText } from '#ui/field.tsx';
import { Switch } from '#ui/switch.tsx';
import { savePrivacy } from './api.ts';
import { SettingsCard } from './settings-card.tsx';

export function PrivacyCard({ user }: { user: Account }) {
  const t = useT('settings');
  return (
    <SettingsCard title={t('privacy')}>
      <PrivacySwitch
        setting="isContactHidden"
        saved={user.contactInfo.isHidden}
        label={t('hideContact')}
        hint={t('hideContactText')}
      />
      <PrivacySwitch
        setting="hasPublicPage"
        saved={user.hasPublicPage}
        label={t('publicPage')}
        hint={t('publicPageText')}
      />
    </SettingsCard>
  );
}

interface PrivacySwitchProps {
  setting: keyof PrivacySettings;
  saved: boolean;
  label: string;
  hint: string;
}

function PrivacySwitch({ setting, saved, label, hint }: PrivacySwitchProps) {
  const tCommon = useT('common');
  const t = useT('settings');
  const client = useQueryClient();
  const hintId = useId();
  const { mutate, isPending, variables, error } = useMutation({
    // Changes are sent one after the other, so that the second of two quick presses wins.
    scope: { id: 'privacy' },
    mutationFn: (isOn: boolean) => savePrivacy({ [setting]: isOn }),
    onSuccess: (account) => client.setQueryData(currentUserQuery.queryKey, account),
  });
  return (
    <div className="w-full">
      <Switch
        label={label}
        // After a failure, the last confirmed value is shown.
        checked={isPending ? variables : saved}
        onChange={({ target }) => mutate(target.checked)}
        aria-describedby={hintId}
      />
      <p id={hintId} className="mt-1 pr-16 text-note text-soft">
        {hint}
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
  );
}
