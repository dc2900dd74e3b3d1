import { useMutation } from '@tanstack/react-query';
import { exportPath } from '@upaj/contract/people/account';
import Download from 'lucide-react/icons/download';
import { useEffect, useRef, useState } from 'react';
import { useT } from '#i18n/locale.ts';
import { ApiError, NetworkError, TimeoutError } from '#lib/api-errors.ts';
import { readEnvelope } from '#lib/api.ts';
import { failureText } from '#ui/forms/form.ts';
import { formatBytes } from '#lib/format.ts';
import { watchSilence } from '#lib/silence.ts';
import { saveFile } from '#lib/save-file.ts';
import { Button } from '#ui/button.tsx';
import { FormError } from '#ui/field.tsx';
import { ProgressBar } from '#ui/loading.tsx';
import { SettingsCard } from './settings-card.tsx';

export function ExportCard() {
  const tCommon = useT('common');
  const t = useT('settings');
  const { start, stop, isRunning, isStopped, failure, progress, savedBytes } = useExport();
  const isCut = failure instanceof NetworkError || failure instanceof TimeoutError;
  return (
    <SettingsCard title={t('download')} text={t('downloadText')}>
      {isRunning && <Running {...progress} />}
      <p role="status" className="empty:hidden">
        {isRunning && t('downloading')}
        {isStopped && t('downloadStopped')}
        {savedBytes !== undefined && t('downloadDone', { size: formatBytes(savedBytes) })}
      </p>
      {failure && <FormError text={isCut && progress ? t('downloadCut') : failureText(failure)} />}
      {/* Download and cancel are one button, so that the focus stays on it. */}
      <Button
        variant="line"
        icon={isRunning ? undefined : <Download size={20} aria-hidden />}
        onClick={isRunning ? stop : start}
      >
        {isRunning ? t('downloadStop') : failure ? tCommon('retry') : t('downloadAction')}
      </Button>
    </SettingsCard>
  );
}

function Running({ received = 0, total }: { received?: number; total?: number | undefined }) {
  const t = useT('settings');
  const size = formatBytes(received);
  const progressText = total ? t('downloadedOf', { received: size, total: formatBytes(total) }) : size;
  return (
    <div className="flex w-full flex-col gap-1.5">
      <ProgressBar label={t('download')} value={total ? received / total : 0} />
      <p className="text-note text-soft">{received > 0 ? progressText : t('downloadPreparing')}</p>
    </div>
  );
}

function useExport() {
  const running = useRef<AbortController>(undefined);
  const [progress, setProgress] = useState<Received>();
  useEffect(() => () => running.current?.abort(), []);

  const { mutate, isPending, error, data } = useMutation({
    mutationFn: async () => {
      const controller = new AbortController();
      running.current = controller;
      setProgress(undefined);
      const file = await download(exportPath, {
        type: 'application/zip',
        signal: controller.signal,
        onProgress: setProgress,
      });
      saveFile(file, 'upaj-data.zip');
      return file.size;
    },
  });
  const isStopped = error?.name === 'AbortError';
  return {
    start: () => mutate(),
    stop: () => running.current?.abort(),
    isRunning: isPending,
    isStopped,
    failure: isStopped ? null : error,
    progress,
    savedBytes: data,
  };
}

interface Received {
  received: number;
  total: number | undefined;
}

interface DownloadOptions {
  /** Responses of other types are refused, because a proxy's error page is not the file. */
  type: string;
  signal: AbortSignal;
  onProgress: (received: Received) => void;
}

const patience = 30_000;

/** @throws ApiError, NetworkError, TimeoutError after half a minute without progress, or the signal's AbortError */
async function download(url: string, { type, signal, onProgress }: DownloadOptions): Promise<Blob> {
  const silence = watchSilence(patience, signal);
  try {
    const response = await fetch(url, { credentials: 'include', signal: silence.signal });
    const isFile = response.ok && response.headers.get('content-type')?.startsWith(type);
    if (!isFile || !response.body) return await refuse(response);
    const total = Number(response.headers.get('content-length')) || undefined;
    const parts: BlobPart[] = [];
    let received = 0;
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      silence.reset();
      parts.push(value);
      received += value.length;
      onProgress({ received, total });
    }
    if (total !== undefined && received !== total) throw new NetworkError(url);
    return new Blob(parts, { type });
  } catch (error) {
    if (error instanceof ApiError || error instanceof NetworkError) throw error;
    if (silence.signal.aborted) throw silence.signal.reason;
    throw new NetworkError(url, { cause: error });
  } finally {
    silence.stop();
  }
}

async function refuse(response: Response): Promise<never> {
  const { status, headers } = response;
  readEnvelope({ status, text: await response.text(), retryAfter: headers.get('retry-after') });
  throw new NetworkError(response.url);
}
