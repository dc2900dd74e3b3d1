import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  NotificationChoice,
  NotificationSettings as Settings,
} from '@upaj/contract/notify/notifications';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useId, type ReactNode } from 'react';
import { getLocale, useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { Card } from '#ui/card.tsx';
import { ErrorState } from '#ui/states.tsx';
import { FieldErrorText } from '#ui/field.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { Switch } from '#ui/switch.tsx';
import { notificationSettingsQuery, saveSettings } from './api.ts';
import { readPush, startPush, stopPush, type PushState } from './push.ts';

interface NotificationSettingsProps {
  renderVerifyLink: (label: string) => ReactNode;
  renderSearchesLink: (label: string) => ReactNode;
}

export function NotificationSettings({ renderVerifyLink, renderSearchesLink }: NotificationSettingsProps) {
  const tCommon = useT('common');
  const t = useT('notifications');
  const { data, error, isFetching, refetch } = useQuery(notificationSettingsQuery);
  return (
    <Card>
      <details className="group">
        <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-3 rounded-card px-4 py-2 md:px-6">
          <h2 className="font-semibold">{t('settings')}</h2>
          <ChevronDown size={20} aria-hidden className="shrink-0 text-soft group-open:rotate-180" />
        </summary>
        <div className="flex flex-col gap-4 px-4 pb-4 md:px-6 md:pb-6">
          <p className="text-soft">{t('settingsText')}</p>
          {data ? (
            <>
              <EmailSwitch settings={data} renderVerifyLink={renderVerifyLink} />
              {data.canGetSms && <SmsSwitch settings={data} />}
              <PushSwitch pushKey={data.pushKey} />
              {renderSearchesLink(t('savedSearches'))}
            </>
          ) : error ? (
            <ErrorState
              title={t('settingsFailed')}
              text={errorText(error)}
              onRetry={() => void refetch()}
              isRetrying={isFetching}
            />
          ) : (
            <div role="status">
              <span className="sr-only">{tCommon('loading')}</span>
              <Skeleton className="h-24" />
            </div>
          )}
        </div>
      </details>
    </Card>
  );
}

function EmailSwitch({
  settings,
  renderVerifyLink,
}: Pick<NotificationSettingsProps, 'renderVerifyLink'> & { settings: Settings }) {
  const t = useT('notifications');
  const { isEmailVerified } = settings;
  const { isOn, onSwitch, error } = useChoice('byEmail', settings);
  return (
    <Channel
      label={t('byEmail')}
      isOn={isEmailVerified && isOn}
      onSwitch={onSwitch}
      isDisabled={!isEmailVerified}
      hint={isEmailVerified ? t('byEmailText') : t('emailNotVerified')}
      error={error}
    >
      {!isEmailVerified && renderVerifyLink(t('verify'))}
    </Channel>
  );
}

function SmsSwitch({ settings }: { settings: Settings }) {
  const t = useT('notifications');
  const choice = useChoice('bySms', settings);
  return <Channel label={t('bySms')} {...choice} isDisabled={false} hint={t('bySmsText')} />;
}

function useChoice(
  name: keyof NotificationChoice,
  settings: Settings,
): Pick<ChannelProps, 'isOn' | 'onSwitch' | 'error'> {
  const tCommon = useT('common');
  const t = useT('notifications');
  const client = useQueryClient();
  const { mutate, isPending, variables, error } = useMutation({
    // Presses are sent one after the other, so that of two quick ones the second wins.
    scope: { id: 'notification-settings' },
    mutationFn: (isOn: boolean) => saveSettings({ [name]: isOn }),
    onSuccess: (saved) => client.setQueryData(notificationSettingsQuery.queryKey, saved),
  });
  return {
    isOn: isPending ? variables : settings[name],
    onSwitch: mutate,
    error: error
      ? tCommon('withReason', { failure: t('byEmailFailed'), reason: errorText(error) })
      : undefined,
  };
}

function PushSwitch({ pushKey }: { pushKey: string }) {
  const tCommon = useT('common');
  const t = useT('notifications');
  const { state, switchTo, isBusy, error } = usePush(pushKey);
  const hints: Partial<Record<PushState, string>> = {
    needsHttps: t('pushNeedsHttps'),
    unsupported: t('pushUnsupported'),
    denied: t('pushDenied'),
  };
  // The browser throws a DOMException when the push service is unreachable, or disabled in a private window.
  const isOfBrowser = error instanceof DOMException;
  const stuckHint = state && hints[state];
  return (
    <Channel
      label={t('onDevice')}
      isOn={state === 'on'}
      onSwitch={switchTo}
      isDisabled={stuckHint !== undefined || isBusy || state === undefined}
      hint={stuckHint ?? t('onDeviceText')}
      error={
        error
          ? tCommon('withReason', {
              failure: t('pushFailed'),
              reason: isOfBrowser ? t('pushLater') : errorText(error),
            })
          : undefined
      }
    />
  );
}

interface ChannelProps {
  label: string;
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
  isDisabled: boolean;
  hint: string;
  error: string | undefined;
  children?: ReactNode;
}

function Channel({ label, isOn, onSwitch, isDisabled, hint, error, children }: ChannelProps) {
  const hintId = useId();
  return (
    <div>
      <Switch
        label={label}
        checked={isOn}
        onChange={({ target }) => onSwitch(target.checked)}
        disabled={isDisabled}
        aria-describedby={hintId}
      />
      <p id={hintId} className="mt-1 pr-16 text-note text-soft">
        {hint}
      </p>
      {children}
      <div role="alert" className="mt-1 empty:hidden">
        <FieldErrorText error={error} />
      </div>
    </div>
  );
}

function usePush(pushKey: string): {
  state: PushState | undefined;
  switchTo: (isOn: boolean) => void;
  isBusy: boolean;
  error: Error | null;
} {
  const client = useQueryClient();
  const queryKey = ['notifications', 'push', pushKey];
  // The permission may have changed in another tab.
  const found = useQuery({ queryKey, queryFn: () => readPush(pushKey), staleTime: 0, gcTime: 0 });
  const switching = useMutation({
    mutationFn: (isOn: boolean) => (isOn ? startPush(pushKey, getLocale()) : stopPush()),
    onSuccess: (state) => client.setQueryData(queryKey, state),
  });
  return {
    state: found.data ?? (found.isError ? 'off' : undefined),
    switchTo: switching.mutate,
    isBusy: switching.isPending,
    error: switching.error,
  };
}
