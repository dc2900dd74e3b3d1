import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { LoginSession } from '@upaj/contract/people/account';
import Monitor from 'lucide-react/icons/monitor';
import Smartphone from 'lucide-react/icons/smartphone';
import { useRef } from 'react';
import { useT } from '#i18n/locale.ts';
import { isApiError } from '#lib/api-errors.ts';
import { failureText } from '#ui/forms/form.ts';
import { useFormat } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { confirm } from '#ui/confirm.tsx';
import { toast } from '#ui/toast/toast.ts';
import { endOtherSessions, endSession, sessionsQuery } from './api.ts';
import { ListNotThere, SettingsCard } from './settings-card.tsx';

export function SessionsCard() {
  const t = useT('settings');
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const sessions = useQuery(sessionsQuery);

  const filterSessions = (isListed: (session: LoginSession) => boolean) => {
    client.setQueryData(sessionsQuery.queryKey, (known) => known?.filter(isListed));
    // The pressed button has disappeared.
    heading.current?.focus();
  };
  const onError = (error: unknown) => toast.error(failureText(error));
  const ending = useMutation({
    mutationFn: (sessionId: string) => endSession(sessionId).catch(unlessEnded),
    onSuccess: (_, sessionId) => {
      filterSessions(({ _id }) => _id !== sessionId);
      toast.success(t('sessionEnded'));
    },
    onError,
  });
  const endingOthers = useMutation({
    mutationFn: endOtherSessions,
    onSuccess: () => {
      filterSessions(({ isCurrent }) => isCurrent);
      toast.success(t('othersEnded'));
    },
    onError,
  });

  const confirmEnd = async ({ _id, device }: LoginSession) => {
    const question = {
      title: t('endSessionTitle'),
      text: t('endSessionText', { device: device || t('unknownDevice') }),
      action: t('endSession'),
    };
    if (await confirm(question)) ending.mutate(_id);
  };
  const confirmEndOthers = async () => {
    const question = { title: t('endOthersTitle'), text: t('endOthersText'), action: t('endOthers') };
    if (await confirm(question)) endingOthers.mutate();
  };

  const { data } = sessions;
  const others = data?.filter(({ isCurrent }) => !isCurrent).length ?? 0;
  return (
    <SettingsCard title={t('sessions')} text={t('sessionsText')} headingRef={heading}>
      {data ? (
        <ul className="w-full divide-y divide-line">
          {data.map((session) => (
            <SessionRow
              key={session._id}
              session={session}
              isEnding={ending.isPending && ending.variables === session._id}
              onEnd={() => void confirmEnd(session)}
            />
          ))}
        </ul>
      ) : (
        <ListNotThere list={sessions} failed={t('sessionsFailed')} rows={2} />
      )}
      {data && others === 0 && <p className="text-soft">{t('noOthers')}</p>}
      {others > 0 && (
        <Button variant="line" busy={endingOthers.isPending} onClick={() => void confirmEndOthers()}>
          {t('endOthers')}
        </Button>
      )}
    </SettingsCard>
  );
}

/** Ignores the error when the session was already ended elsewhere. */
function unlessEnded(error: unknown): void {
  if (!isApiError(error, 'SESSION_NOT_FOUND')) throw error;
}

interface SessionRowProps {
  session: LoginSession;
  isEnding: boolean;
  onEnd: () => void;
}

function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const t = useT('settings');
  const { ago } = useFormat();
  const device = session.device || t('unknownDevice');
  const Icon = /Android|iOS|iPhone|iPad|KaiOS/i.test(device) ? Smartphone : Monitor;
  return (
    <li className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
      <span
        aria-hidden
        className="grid size-10 shrink-0 place-items-center rounded-full bg-leaf-wash text-leaf"
      >
        <Icon size={20} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-medium">{device}</p>
        <p className="text-note text-soft">
          {t('loggedInSince', { ago: ago(session.createdAt) })}
          {session.ipAddress && (
            <>
              {' · '}
              <span className="inline-block max-w-full break-all">{session.ipAddress}</span>
            </>
          )}
        </p>
        {session.isCurrent && (
          <Badge tone="leaf" className="mt-1">
            {t('thisDevice')}
          </Badge>
        )}
      </div>
      {!session.isCurrent && (
        <Button
          variant="quiet"
          busy={isEnding}
          onClick={onEnd}
          aria-label={t('endSessionOf', { device })}
          className="-mr-3 shrink-0 px-3"
        >
          {t('endSession')}
        </Button>
      )}
    </li>
  );
}
