import CircleAlert from 'lucide-react/icons/circle-alert';
import { useId, type ReactNode, type Ref } from 'react';
import { useT } from '#i18n/locale.ts';
import { failureText } from '#ui/forms/form.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Skeleton } from '#ui/loading.tsx';

interface SettingsCardProps {
  /** Links to the card have this hash. */
  id?: string;
  title: string;
  text?: string;
  aside?: ReactNode;
  /** The heading takes the focus after a row is removed. */
  headingRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

export function SettingsCard({ id, title, text, aside, headingRef, children }: SettingsCardProps) {
  const titleId = useId();
  return (
    <section id={id} aria-labelledby={titleId} className="scroll-mt-20">
      <Card className="flex flex-col items-start gap-4 p-4 md:p-6">
        <div className="w-full">
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <h2 id={titleId} ref={headingRef} tabIndex={-1} className="text-lead font-semibold">
              {title}
            </h2>
            {aside}
          </div>
          {text && <p className="mt-1 text-soft">{text}</p>}
        </div>
        {children}
      </Card>
    </section>
  );
}

interface ListNotThereProps {
  list: {
    error: unknown;
    isPending: boolean;
    isFetching: boolean;
    /** True while offline; the query then resumes by itself. */
    isPaused: boolean;
    refetch: () => unknown;
  };
  failed: string;
  rows: number;
}

export function ListNotThere({ list, failed, rows }: ListNotThereProps) {
  const t = useT('common');
  if (list.isPending && !list.isPaused) {
    return (
      <div role="status" className="w-full divide-y divide-line">
        <span className="sr-only">{t('loading')}</span>
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className="flex min-h-17 items-center gap-3 py-3">
            <Skeleton shape="circle" className="size-10" />
            <div className="flex flex-1 flex-col gap-2">
              <Skeleton className="h-4 w-2/5" />
              <Skeleton className="h-3 w-3/5" />
            </div>
          </div>
        ))}
      </div>
    );
  }
  return (
    <div role="alert" className="flex w-full flex-wrap items-center gap-3">
      <CircleAlert size={22} aria-hidden className="shrink-0 text-mirch" />
      <p className="min-w-0 flex-1">
        <strong className="font-semibold">{failed}.</strong>{' '}
        {list.error ? failureText(list.error) : t('networkError')}
      </p>
      <Button variant="line" busy={list.isFetching && !list.isPaused} onClick={() => void list.refetch()}>
        {t('retry')}
      </Button>
    </div>
  );
}
