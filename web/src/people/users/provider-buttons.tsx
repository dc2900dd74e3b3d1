import { useMutation, useQuery } from '@tanstack/react-query';
import type { Provider } from '@upaj/contract/people/social-login';
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale.ts';
import { isApiError } from '#lib/api-errors.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast/toast.ts';
import { providersQuery, startLogIn } from './api.ts';
import { authFailureText } from './failure.ts';

/** Shows the providers that this server has keys for. */
export function ProviderButtons({ next = '' }: { next?: string | undefined }) {
  const t = useT('auth');
  const { data: setUp } = useQuery(providersQuery);
  const going = useMutation({
    mutationFn: (provider: Provider) => startLogIn(provider, next),
    onSuccess: (url) => window.location.assign(url),
    onError: (error) =>
      toast.error(isApiError(error, 'PROVIDER_NOT_SET_UP') ? t('providersNotSetUp') : authFailureText(error)),
  });
  const providers = [
    { id: 'google', name: 'Google', label: t('withGoogle'), mark: <GoogleMark /> },
    { id: 'facebook', name: 'Facebook', label: t('withFacebook'), mark: <FacebookMark /> },
  ] as const;
  const offered = providers.filter(({ id }) => setUp?.[id]);
  if (offered.length === 0) return null;
  return (
    <div className="flex flex-col gap-3">
      <OrLine />
      <div className="grid auto-cols-fr grid-flow-col gap-3">
        {offered.map(({ id, name, label, mark }) => (
          <Button
            key={id}
            variant="line"
            icon={mark}
            aria-label={label}
            busy={going.isPending && going.variables === id}
            onClick={() => going.mutate(id)}
            className="min-w-0"
          >
            {name}
          </Button>
        ))}
      </div>
    </div>
  );
}

export function OrLine() {
  const t = useT('auth');
  return (
    <p className="flex items-center gap-3 text-note text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {t('or')}
    </p>
  );
}

function Mark({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden fill="currentColor">
      {children}
    </svg>
  );
}

function GoogleMark() {
  return (
    <Mark>
      <path d="M21.6 12.2c0-.7-.1-1.4-.2-2H12v3.9h5.4a4.6 4.6 0 0 1-2 3v2.5h3.2c1.9-1.7 3-4.3 3-7.4zM12 22c2.7 0 5-.9 6.6-2.4l-3.2-2.5a6 6 0 0 1-9-3.2H3.1v2.6A10 10 0 0 0 12 22zM6.4 13.9a6 6 0 0 1 0-3.8V7.5H3.1a10 10 0 0 0 0 9zM12 6c1.5 0 2.8.5 3.8 1.5l2.9-2.8A10 10 0 0 0 3.1 7.5l3.3 2.6A6 6 0 0 1 12 6z" />
    </Mark>
  );
}

function FacebookMark() {
  return (
    <Mark>
      <path d="M22 12a10 10 0 1 0-11.6 9.9v-7H7.9V12h2.5V9.8c0-2.5 1.5-3.9 3.8-3.9 1.1 0 2.2.2 2.2.2v2.5h-1.2c-1.2 0-1.6.8-1.6 1.5V12h2.8l-.5 2.9h-2.3v7A10 10 0 0 0 22 12z" />
    </Mark>
  );
}
