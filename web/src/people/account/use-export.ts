import { useMutation } from '@tanstack/react-query';
import { exportPath } from '@upaj/contract/people/account';
import { useEffect, useRef, useState } from 'react';
import { download, saveFile, type Received } from '#lib/download.ts';

/** Fetches what the server keeps about the reader and saves it. Leaving the screen ends it. */
export function useExport() {
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
    /** Bytes of the file that was saved. */
    savedBytes: data,
  };
}
