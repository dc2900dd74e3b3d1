import Download from 'lucide-react/icons/download';
import { useT, useTexts } from '#i18n/locale.ts';
import { NetworkError, TimeoutError } from '#lib/api-errors.ts';
import { formatBytes } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { FormError } from '#ui/form-error.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { failureText } from './failure.ts';
import { SettingsCard } from './settings-card.tsx';
import { useExport } from './use-export.ts';

export function ExportCard() {
  const t = useT();
  const texts = useTexts('settings');
  const { start, stop, isRunning, isStopped, failure, progress, savedBytes } = useExport();
  const isCut = failure instanceof NetworkError || failure instanceof TimeoutError;
  return (
    <SettingsCard title={texts.download} text={texts.downloadText}>
      {isRunning && <Running {...progress} />}
      <p role="status" className="empty:hidden">
        {isRunning && texts.downloading}
        {isStopped && texts.downloadStopped}
        {savedBytes !== undefined && texts.downloadDone(formatBytes(savedBytes))}
      </p>
      {failure && <FormError text={isCut && progress ? texts.downloadCut : failureText(failure, t)} />}
      {/* One button in one place, so that the focus stays on it. */}
      <Button
        variant="line"
        icon={isRunning ? undefined : <Download size={20} aria-hidden />}
        onClick={isRunning ? stop : start}
      >
        {isRunning ? texts.downloadStop : failure ? t.common.retry : texts.downloadAction}
      </Button>
    </SettingsCard>
  );
}

function Running({ received = 0, total }: { received?: number; total?: number | undefined }) {
  const texts = useTexts('settings');
  const size = formatBytes(received);
  const line = total ? texts.downloadedOf(size, formatBytes(total)) : size;
  return (
    <div className="flex w-full flex-col gap-1.5">
      <ProgressBar label={texts.download} value={total ? received / total : 0} />
      <p className="text-note text-soft">{received > 0 ? line : texts.downloadPreparing}</p>
    </div>
  );
}
