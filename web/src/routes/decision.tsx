import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useT } from '#i18n/locale.ts';
import { isApiError } from '#lib/api-errors.ts';
import { useTitle } from '#lib/use-title.ts';
import { readAppealToken, storeAppealToken } from '#moderation/appeals/appeal-draft.ts';
import { linkedDecision, ownDecision } from '#moderation/appeals/api.ts';
import { DecisionCard } from '#moderation/appeals/decision-card.tsx';
import { BackButton } from '#ui/back-button.tsx';
import { buttonClass } from '#ui/button.tsx';

const route = getRouteApi('/members/decisions/$decisionId');

export function DecisionScreen() {
  const t = useT('decisions');
  const { decisionId } = route.useParams();
  useTitle(t('title'));
  return (
    <div className="mx-auto flex max-w-[44rem] flex-col gap-4">
      <BackButton to="/notifications" />
      <h1 className="text-title font-bold tracking-tight md:text-hero">{t('title')}</h1>
      <DecisionCard calls={ownDecision(decisionId)} />
    </div>
  );
}

/** A suspended person opens this screen by the link that the refused log-in gave. */
export function AppealScreen() {
  const t = useT('decisions');
  const calls = linkedDecision(useToken());
  const { data, error } = useQuery(calls.query);
  useTitle(t('title'));
  return (
    <div className="mx-auto flex max-w-[44rem] flex-col gap-4">
      <h1 className="text-title font-bold tracking-tight md:text-hero">{t('title')}</h1>
      <DecisionCard calls={calls} />
      {(data?.undone || isApiError(error, 'APPEAL_LINK_INVALID')) && (
        <Link to="/login" className={buttonClass('primary', data ? 'self-start' : 'self-center')}>
          {t('login')}
        </Link>
      )}
    </div>
  );
}

/**
 * Removes the token from the address and the history at once, because phones are shared. A reload finds it in the
 * tab's storage.
 */
function useToken(): string {
  const navigate = useNavigate();
  const hash = useLocation({ select: (location) => location.hash });
  const [token, setToken] = useState(() => hash || readAppealToken());
  if (hash && hash !== token) setToken(hash);
  useEffect(() => {
    if (!hash) return;
    storeAppealToken(hash);
    void navigate({ to: '.', hash: '', replace: true });
  }, [hash, navigate]);
  return token;
}
