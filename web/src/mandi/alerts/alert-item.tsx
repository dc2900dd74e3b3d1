import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PriceAlert } from '@upaj/contract/mandi/alerts';
import Pencil from 'lucide-react/icons/pencil';
import Trash from 'lucide-react/icons/trash-2';
import { lazy, Suspense, useState } from 'react';
import { useT } from '#i18n/locale.ts';
import { errorText, isApiError } from '#lib/api-errors.ts';
import { Badge } from '#ui/badge.tsx';
import { confirm } from '#ui/confirm.tsx';
import { IconButton } from '#ui/button.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { Switch } from '#ui/switch.tsx';
import { toast } from '#ui/toast/toast.ts';
import { alertsQuery, removeAlert, switchAlert } from './api.ts';
import type { AlertTexts } from './use-alert-texts.ts';

// The form is lazy, because it imports the crops, the places and the suggestions.
export const AlertForm = lazy(async () => ({ default: (await import('./alert-form.tsx')).AlertForm }));

interface AlertItemProps {
  alert: PriceAlert;
  texts: AlertTexts;
  onEdited: (alert: PriceAlert) => void;
  onRemoved: () => void;
}

export function AlertItem({ alert, texts: alertTexts, onEdited, onRemoved }: AlertItemProps) {
  const tCommon = useT('common');
  const t = useT('alerts');
  const client = useQueryClient();
  /** The value is undefined before the first edit and false after it. */
  const [isEditing, setEditing] = useState<boolean>();

  const fail = (text: string) => (error: Error) => {
    toast.error(tCommon('withReason', { failure: text, reason: errorText(error) }));
    // The alert was already removed on another device.
    if (isApiError(error, 'ALERT_NOT_FOUND'))
      void client.invalidateQueries({ queryKey: alertsQuery.queryKey });
  };
  const switching = useMutation({
    // Changes are sent one after the other, so that the second of two quick presses wins.
    scope: { id: `alert-${alert._id}` },
    mutationFn: (isActive: boolean) => switchAlert(client, alert._id, isActive),
    onError: fail(t('changeFailed')),
  });
  const removing = useMutation({
    mutationFn: () => removeAlert(client, alert._id),
    onSuccess: () => {
      toast.success(t('removed'));
      onRemoved();
    },
    onError: fail(t('removeFailed')),
  });
  // After a failure, the last confirmed value is shown.
  const isActive = switching.isPending ? switching.variables : alert.isActive;

  async function confirmRemoval(): Promise<void> {
    const question = { title: t('removeTitle'), text: t('removeText', { alert: alertTexts.whole }) };
    if (await confirm({ ...question, action: tCommon('remove'), isDangerous: true })) removing.mutate();
  }

  if (isEditing) {
    return (
      <li className="py-3 first:pt-0 last:pb-0">
        <Suspense fallback={<Skeleton className="h-80" />}>
          <AlertForm
            alert={alert}
            label={t('edit', { alert: alertTexts.whole })}
            onSaved={(saved) => {
              setEditing(false);
              onEdited(saved);
            }}
            onClose={() => setEditing(false)}
          />
        </Suspense>
      </li>
    );
  }
  return (
    <li className="flex flex-col gap-0.5 py-3 first:pt-0 last:pb-0">
      <div className="flex items-start justify-between gap-2">
        <p className="min-w-0 grow pt-0.5 wrap-break-word">
          <b className="font-semibold">{alertTexts.crop}</b> {alertTexts.rule}
        </p>
        <IconButton
          label={t('edit', { alert: alertTexts.whole })}
          // Takes the focus after an edit, because the form that had it has disappeared.
          autoFocus={isEditing === false}
          onClick={() => setEditing(true)}
          className="-mt-2 -mr-2 text-soft hover:bg-leaf-wash"
        >
          <Pencil size={19} aria-hidden />
        </IconButton>
        <IconButton
          label={t('remove', { alert: alertTexts.whole })}
          onClick={() => void confirmRemoval()}
          disabled={removing.isPending}
          className="-mt-2 -mr-2 text-soft hover:bg-mirch-wash hover:text-mirch"
        >
          <Trash size={19} aria-hidden />
        </IconButton>
      </div>
      <p className="text-note text-soft">{alertTexts.place}</p>
      <p className="text-note">{alertTexts.current}</p>
      <div className="flex items-center justify-between gap-3">
        <Badge tone={isActive && alert.isMet ? 'leaf' : 'plain'}>
          {!isActive ? t('paused') : alert.isMet ? t('met') : t('notMet')}
        </Badge>
        <Switch
          label={<span className="text-note">{t('active')}</span>}
          aria-label={t('activeOf', { alert: alertTexts.whole })}
          checked={isActive}
          onChange={({ target }) => switching.mutate(target.checked)}
        />
      </div>
    </li>
  );
}
