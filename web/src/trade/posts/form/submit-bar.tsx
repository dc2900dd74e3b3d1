import { useT } from '#i18n/locale.ts';
import { ActionBar } from '#ui/action-bar.tsx';
import { Button } from '#ui/button.tsx';
import { ProgressBar } from '#ui/loading.tsx';
import { filesOf } from './photo.ts';
import type { Sending } from './use-submit.ts';

interface SubmitBarProps {
  action: string;
  busyAction: string;
  sending: Sending | undefined;
  onCancel: () => void;
  /** Returns to the previous step. The first step has no way back. */
  onBack?: (() => void) | undefined;
}

export function SubmitBar({ action, busyAction, sending, onCancel, onBack }: SubmitBarProps) {
  const tCommon = useT('common');
  const t = useT('create-post');
  return (
    <ActionBar>
      {sending && <SendingStatus sending={sending} />}
      <div className="flex w-full gap-3 max-md:px-1.5 md:justify-end">
        <Button variant="line" onClick={onBack && !sending ? onBack : onCancel} className="bg-card">
          {sending ? t('stop') : onBack ? tCommon('back') : tCommon('cancel')}
        </Button>
        <Button
          type="submit"
          busy={sending !== undefined}

          className="min-w-44 flex-1 md:flex-none"
        >
          {sending ? busyAction : action}
        </Button>
      </div>
    </ActionBar>
  );
}

function SendingStatus({ sending: { photos, sent } }: { sending: Sending }) {
  const t = useT('create-post');
  const count = filesOf(photos).length;
  const label =
    sent === undefined ? t('preparingAll') : sent < 1 ? t('sendingAll', { photos: count }) : t('finishing');
  return (
    <div className="flex w-full flex-col gap-1.5 text-note text-soft max-md:px-1.5">
      <div className="flex justify-between gap-3">
        <span role="status">{label}</span>
        {sent !== undefined && sent < 1 && <span aria-hidden>{Math.floor(sent * 100)}%</span>}
      </div>
      <ProgressBar label={t('sending')} value={sent ?? 0} />
    </div>
  );
}
