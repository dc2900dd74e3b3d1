import { useQuery } from '@tanstack/react-query';
import type { PriceAlert } from '@upaj/contract/mandi/alerts';
import Plus from 'lucide-react/icons/plus';
import { Suspense, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { AlertForm, AlertItem } from './alert-item.tsx';
import type { AlertStart } from './alert-values.ts';
import { alertsQuery } from './api.ts';
import { useAlertTexts } from './use-alert-texts.ts';

interface AlertPanelProps {
  /** The form starts with these values, and only alerts for this commodity are listed. */
  initial?: AlertStart | undefined;
  renderAllLink?: (label: string) => ReactNode;
}

export function AlertPanel({ initial, renderAllLink }: AlertPanelProps) {
  const t = useT('alerts');
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [added, setAdded] = useState<PriceAlert>();
  const { data: alerts } = useQuery(alertsQuery);
  const isStillThere = added && (!alerts || alerts.some(({ _id }) => _id === added._id));
  const textsOf = useAlertTexts();
  useEffect(() => {
    // The panel did not exist yet when the browser looked for the link's target.
    if (window.location.hash === '#alerts') heading.current?.closest('#alerts')?.scrollIntoView();
  }, []);

  function take(alert: PriceAlert): void {
    setAdded(alert);
    close();
  }
  function close(): void {
    setOpen(false);
    // The button that had the focus has disappeared.
    heading.current?.focus();
  }

  return (
    <section aria-labelledby={id}>
      <Card className="flex flex-col gap-4 p-4 md:p-5">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <h2 id={id} ref={heading} tabIndex={-1} className="text-lead font-semibold">
            {t('title')}
          </h2>
          <Button
            variant="line"
            icon={<Plus size={18} aria-hidden />}
            aria-expanded={isOpen}
            onClick={() => {
              setAdded(undefined);
              setOpen(!isOpen);
            }}
            className="px-3.5"
          >
            {t('add')}
          </Button>
        </div>
        {isOpen && (
          <div className="border-b border-line pb-4">
            <Suspense fallback={<Skeleton className="h-80" />}>
              <AlertForm initial={initial} onSaved={take} onClose={close} />
            </Suspense>
          </div>
        )}
        <p role="status" className="rounded-control bg-leaf-wash px-3.5 py-2.5 text-note empty:hidden">
          {isStillThere && textsOf(added).saved}
        </p>
        <Alerts
          isListed={({ _id, commodity }) =>
            commodity === (initial?.commodity ?? commodity) || _id === added?._id
          }
          onEdited={setAdded}
          onRemoved={() => heading.current?.focus()}
          textsOf={textsOf}
          renderAllLink={renderAllLink}
        />
      </Card>
    </section>
  );
}

interface AlertsProps {
  isListed: (alert: PriceAlert) => boolean;
  onEdited: (alert: PriceAlert) => void;
  onRemoved: () => void;
  textsOf: ReturnType<typeof useAlertTexts>;
  renderAllLink: AlertPanelProps['renderAllLink'];
}

function Alerts({ isListed, onEdited, onRemoved, textsOf, renderAllLink }: AlertsProps) {
  const tCommon = useT('common');
  const t = useT('alerts');
  const { data: all, error, isFetching, refetch } = useQuery(alertsQuery);
  if (!all && !error) {
    return (
      <div role="status" className="flex flex-col gap-2">
        <span className="sr-only">{tCommon('loading')}</span>
        <Skeleton className="h-5 w-4/5" />
        <Skeleton className="h-4 w-3/5" />
      </div>
    );
  }
  if (!all) {
    return (
      <div role="alert" className="flex flex-col items-start gap-2">
        <p>{tCommon('withReason', { failure: t('failed'), reason: errorText(error) })}</p>
        <Button variant="line" busy={isFetching} onClick={() => void refetch()}>
          {tCommon('retry')}
        </Button>
      </div>
    );
  }
  const alerts = all.filter(isListed);
  const others = all.length - alerts.length;
  return (
    <>
      {alerts.length === 0 && (
        <div>
          <p className="font-medium">{others > 0 ? t('emptyHere') : t('empty')}</p>
          <p className="text-note text-soft">{t('emptyText')}</p>
        </div>
      )}
      {alerts.length > 0 && (
        <ul className="divide-y divide-line">
          {alerts.map((alert) => (
            <AlertItem
              key={alert._id}
              alert={alert}
              texts={textsOf(alert)}
              onEdited={onEdited}
              onRemoved={onRemoved}
            />
          ))}
        </ul>
      )}
      {others > 0 && renderAllLink?.(t('others', { count: others }))}
    </>
  );
}
