import type { ReportKind } from '@upaj/contract/moderation/reports';
import Flag from 'lucide-react/icons/flag';
import { lazy, Suspense, useState } from 'react';
import { useT } from '#i18n/locale.ts';
import { Button } from '#ui/button.tsx';
import type { ReportDialogProps } from './report-dialog.tsx';

const ReportDialog = lazy(async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog }));

export function Report(props: ReportDialogProps) {
  return (
    <Suspense fallback={null}>
      <ReportDialog {...props} />
    </Suspense>
  );
}

interface ReportButtonProps {
  kind: ReportKind;
  targetId: string;
  name?: string;
}

export function ReportButton({ kind, targetId, name }: ReportButtonProps) {
  const t = useT('safety');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        icon={<Flag size={18} aria-hidden />}
        aria-label={name && `${t('report')}: ${name}`}
        onClick={() => setOpen(true)}
        className="text-soft"
      >
        {t('report')}
      </Button>
      {isOpen && <Report kind={kind} targetId={targetId} onClose={() => setOpen(false)} />}
    </>
  );
}
