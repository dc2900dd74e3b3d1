import type { ErrorComponentProps } from '@tanstack/react-router';
import { useT } from '#i18n/locale.ts';
import { ErrorState } from '#ui/error-state.tsx';

/** A screen that broke, or whose code did not come over the line. Loading afresh also takes a new release. */
export function RouteError({ error }: ErrorComponentProps) {
  const t = useT();
  const isChunk = error instanceof Error && /import|module|fetch/i.test(error.message);
  return (
    <ErrorState
      heading="h1"
      text={isChunk ? t.common.networkError : t.common.unexpected}
      onRetry={() => window.location.reload()}
    />
  );
}
