import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PublicProfile } from '@upaj/contract/people/profiles';
import Ban from 'lucide-react/icons/ban';
import { useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { api } from '#lib/api.ts';
import { patchPerson } from '#people/profiles/profile-cache.ts';
import { blockChanged } from '#people/users/events.ts';
import { Button } from '#ui/button.tsx';
import { confirm } from '#ui/confirm.tsx';
import { EmptyState } from '#ui/states.tsx';
import { toast } from '#ui/toast/toast.ts';

export function BlockedNote({ person }: { person: Blockable }) {
  const t = useT('safety');
  return (
    <EmptyState
      icon={<Ban size={30} />}
      title={t('blockedTitle')}
      text={t('blockedText')}
      action={<UnblockButton person={person} />}
    />
  );
}

export function UnblockButton({ person }: { person: Blockable }) {
  const t = useT('safety');
  const { confirmBlock, isBusy } = useBlock(person);
  return (
    <Button busy={isBusy} onClick={() => void confirmBlock()}>
      {t('unblock')}
    </Button>
  );
}

export type Blockable = Pick<PublicProfile, '_id' | 'username' | 'fullName' | 'isBlocked'>;

export function useBlock(person: Blockable) {
  const tCommon = useT('common');
  const t = useT('safety');
  const client = useQueryClient();
  const { username, fullName } = person;
  const { mutate, isPending } = useMutation({
    mutationFn: (isBlocked: boolean) => {
      const options = { params: { username } };
      return isBlocked
        ? api('POST /api/v1/blocks/:username', options)
        : api('DELETE /api/v1/blocks/:username', options);
    },
    onSuccess: ({ data: { isBlocked } }) => {
      // A block also removes the follows in both directions.
      patchPerson(client, person._id, { isBlocked, ...(isBlocked && { isFollowing: false }) });
      blockChanged.publish(client);
      toast.success(isBlocked ? t('blocked', { name: fullName }) : t('unblocked', { name: fullName }));
    },
    onError: (error, isBlocked) =>
      toast.error(
        tCommon('withReason', {
          failure: isBlocked ? t('blockFailed') : t('unblockFailed'),
          reason: errorText(error),
        }),
      ),
  });

  async function confirmBlock(): Promise<void> {
    const question = person.isBlocked
      ? { title: t('unblockTitle', { name: fullName }), text: t('unblockText'), action: t('unblock') }
      : {
          title: t('blockTitle', { name: fullName }),
          text: t('blockText'),
          action: t('block'),
          isDangerous: true,
        };
    if (await confirm(question)) mutate(!person.isBlocked);
  }
  return { confirmBlock, isBusy: isPending };
}
