import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Wanted } from '@upaj/contract/trade/wanted';
import Pencil from 'lucide-react/icons/pencil';
import Trash from 'lucide-react/icons/trash-2';
import { useCropName } from '#i18n/crop-names.ts';
import { useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { Button, IconButton, iconButtonClass } from '#ui/button.tsx';
import { confirm } from '#ui/confirm.tsx';
import { toast } from '#ui/toast/toast.ts';
import { deleteWanted, editWanted } from './api.ts';

interface OwnerActionsProps {
  wanted: Wanted;
  onDeleted?: () => void;
}

export function WantedOwnerActions({ wanted, onDeleted }: OwnerActionsProps) {
  const tCommon = useT('common');
  const t = useT('wanted');
  const client = useQueryClient();
  const crop = useCropName()(wanted.cropType);
  const { _id: wantedId, isOpen, isEnded } = wanted;

  const opening = useMutation({
    mutationFn: () => editWanted(client, wantedId, { isOpen: !isOpen }),
    onSuccess: () => toast.success(isOpen ? t('closedToast') : t('reopenedToast')),
    onError: (error) =>
      toast.error(tCommon('withReason', { failure: t('changeFailed'), reason: errorText(error) })),
  });
  const removal = useMutation({
    mutationFn: () => deleteWanted(client, wantedId),
    onSuccess: () => {
      toast.success(t('deleted'));
      onDeleted?.();
    },
    onError: (error) =>
      toast.error(tCommon('withReason', { failure: t('deleteFailed'), reason: errorText(error) })),
  });
  const isBusy = opening.isPending || removal.isPending;

  const confirmDelete = async () => {
    const question = { title: t('deleteTitle'), text: t('deleteText', { crop }), action: t('delete') };
    if (await confirm({ ...question, isDangerous: true })) removal.mutate();
  };

  return (
    <>
      <Link
        to="/wanted/$wantedId/edit"
        params={{ wantedId }}
        aria-label={`${t('edit')}: ${crop}`}
        title={t('edit')}
        className={iconButtonClass('text-leaf hover:bg-leaf-wash')}
      >
        <Pencil size={19} aria-hidden />
      </Link>
      <IconButton
        label={`${t('delete')}: ${crop}`}
        onClick={() => void confirmDelete()}
        disabled={isBusy}
        className="text-mirch hover:bg-mirch-wash"
      >
        <Trash size={19} aria-hidden />
      </IconButton>
      {/* A wanted post whose date has passed needs a new date first. */}
      {(isOpen || !isEnded) && (
        <Button variant="line" onClick={() => opening.mutate()} busy={isBusy} className="text-note">
          {isOpen ? t('close') : t('reopen')}
        </Button>
      )}
    </>
  );
}
