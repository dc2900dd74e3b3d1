import { useMutation, useQuery } from '@tanstack/react-query';
import Languages from 'lucide-react/icons/languages';
import { useEffect, useRef, useState } from 'react';
import { useLocale, useT } from '#i18n/locale.ts';
import { Button } from '#ui/button.tsx';
import { ProgressBar } from '#ui/loading.tsx';
import { toast } from '#ui/toast/toast.ts';
import { foreignLanguages, translatableLanguages, translate, type Texts } from './translator.ts';

export interface TranslateButtonProps {
  written: Texts;
  isTranslated: boolean;
  onTranslated: (texts: Texts) => void;
  onOriginal: () => void;
}

/** Shows nothing if the browser cannot translate these languages. */
export function TranslateButton({ written, isTranslated, onTranslated, onOriginal }: TranslateButtonProps) {
  const t = useT('post-page');
  const reader = useLocale();
  const foreign = foreignLanguages(written, reader);
  const { data: sources = [] } = useQuery({
    queryKey: ['translatable', reader, foreign],
    queryFn: () => translatableLanguages(foreign, reader),
    staleTime: Infinity,
  });
  const [download, setDownload] = useState<number>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const translation = useMutation({
    mutationFn: () => {
      running.current = new AbortController();
      return translate(written, sources, reader, { onDownload: setDownload, signal: running.current.signal });
    },
    onSuccess: onTranslated,
    onError: () => {
      if (!running.current?.signal.aborted) toast.error(t('translate.failed'));
    },
    onSettled: () => {
      // If one language failed, another may still be downloading.
      running.current?.abort();
      setDownload(undefined);
    },
  });
  if (sources.length === 0) return null;
  const isLoading = download !== undefined && download < 1;
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <Button
        variant="quiet"
        icon={<Languages size={18} aria-hidden />}
        busy={translation.isPending}
        onClick={isTranslated ? onOriginal : () => translation.mutate()}
        className="-ml-2 px-2! text-note"
      >
        {isTranslated ? t('translate.original') : t('translate.action')}
      </Button>
      <div role="status" className="text-note text-soft">
        {translation.isPending && (isLoading ? t('translate.downloading') : t('translate.working'))}
        {isTranslated && t('translate.done')}
      </div>
      {isLoading && <ProgressBar label={t('translate.downloading')} value={download} className="w-full" />}
    </div>
  );
}

export function TranslatedMark() {
  const t = useT('post-page');
  return <p className="mt-1 text-note text-soft">{t('translate.done')}</p>;
}
