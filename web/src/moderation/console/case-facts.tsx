import type { ListedCase } from '@upaj/contract/moderation/cases';
import { useT } from '#i18n/locale.ts';
import { useFormat } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';

export function useCaseTitle() {
  const t = useT('moderation');
  return ({ kind, title, person }: ListedCase) =>
    kind === 'user' || kind === 'verification' ? person.fullName : title || t('deleted');
}

export function CaseFacts({
  of: { kind, person, weight, reportsCount, flagsCount, openedAt, claim, status },
}: {
  of: ListedCase;
}) {
  const t = useT('moderation');
  const { ago } = useFormat();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-note text-soft">
      <Badge tone="plain">{t(`kind.${kind}`)}</Badge>
      <span className="wrap-anywhere">@{person.username}</span>
      {kind !== 'appeal' && kind !== 'verification' && (reportsCount > 0 || flagsCount === 0) && (
        <span>{t('reportsCount', { count: reportsCount })}</span>
      )}
      {flagsCount > 0 && <span>{t('flagsCount', { count: flagsCount })}</span>}
      <span>{t('weight', { weight })}</span>
      <span>{ago(openedAt)}</span>
      {status === 'decided' && <Badge tone="leaf">{t('status.decided')}</Badge>}
      {claim && (
        <Badge tone={claim.isMine ? 'leaf' : 'haldi'}>
          {claim.isMine ? t('claimedByMe') : t('claimedBy', { name: claim.username })}
        </Badge>
      )}
    </div>
  );
}
