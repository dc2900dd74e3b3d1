import { useT } from '#i18n/locale.ts';
import { Button } from '#ui/button.tsx';
import { ProgressBar } from '#ui/loading.tsx';
import { filesOf } from './photo.ts';
import type { Sending } from './use-submit.ts';

interface SubmitBarProps {
  action: string;
  busyAction: string;
  sending: Sending | undefined;
  onCancel: () => void;
}

/** Above the tabs on phones. */
export function SubmitBar({ action, busyAction, sending, onCancel }: SubmitBarProps) {
  const tCommon = useT('common');
  const t = useT('create-post');
  return (
    <div
      className={
        'sticky bottom-[calc(4rem+env(safe-area-inset-bottom))] z-10 -mx-3.5 flex flex-col gap-2 border-t ' +
        'border-line bg-paper px-3.5 py-2.5 md:static md:mx-0 md:border-0 md:bg-transparent md:px-0 md:py-0'
      }
    >
      {sending && <SendingStatus sending={sending} />}
      <div className="flex gap-3 md:justify-end">
        <Button variant="line" onClick={onCancel} className="bg-card">
          {sending ? t('stop') : tCommon('cancel')}
        </Button>
        <Button
          type="submit"
          busy={sending !== undefined}

          className="min-w-44 flex-1 md:flex-none"
        >
          {sending ? busyAction : action}
        </Button>
      </div>
    </div>
  );
}

function SendingStatus({ sending: { photos, sent } }: { sending: Sending }) {
  const t = useT('create-post');
  const count = filesOf(photos).length;
  const label =
    sent === undefined ? t('preparingAll') : sent < 1 ? t('sendingAll', { photos: count }) : t('finishing');
  return (
    <div className="flex flex-col gap-1.5 text-note text-soft">
      <div className="flex justify-between gap-3">
        <span role="status">{label}</span>
        {sent !== undefined && sent < 1 && <span aria-hidden>{Math.floor(sent * 100)}%</span>}
      </div>
      <ProgressBar label={t('sending')} value={sent ?? 0} />
    </div>
  );
}
