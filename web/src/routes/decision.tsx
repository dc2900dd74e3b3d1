import { getRouteApi } from '@tanstack/react-router';
import { useT } from '#i18n/locale.ts';
import { useTitle } from '#lib/use-title.ts';
import { DecisionCard } from '#moderation/appeals/decision-card.tsx';
import { BackButton } from '#ui/back-button.tsx';

const route = getRouteApi('/members/decisions/$decisionId');

export function DecisionScreen() {
  const t = useT('decisions');
  const { decisionId } = route.useParams();
  useTitle(t('title'));
  return (
    <div className="mx-auto flex max-w-[44rem] flex-col gap-4">
      <BackButton to="/notifications" />
      <h1 className="text-title font-bold tracking-tight md:text-hero">{t('title')}</h1>
      <DecisionCard decisionId={decisionId} />
    </div>
  );
}
