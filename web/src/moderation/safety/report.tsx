import { lazy, Suspense } from 'react';
import type { ReportDialogProps } from './report-dialog.tsx';

const ReportDialog = lazy(async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog }));

/** The dialog comes over the line when somebody wants to report something. */
export function Report(props: ReportDialogProps) {
  return (
    <Suspense fallback={null}>
      <ReportDialog {...props} />
    </Suspense>
  );
}
