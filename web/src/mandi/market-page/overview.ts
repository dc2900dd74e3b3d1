import { queryOptions } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Locale } from '#i18n/locale.ts';
import { api } from '#lib/api.ts';
import { toast } from '#ui/toast.ts';

/** All of the market page in one call; without a location, the server's own choice of one. */
export function overviewQuery(location: string | undefined, locale: Locale) {
  return queryOptions({
    queryKey: ['market', 'overview', location ?? '', locale],
    queryFn: async ({ signal }) =>
      (
        await api('GET /api/market/overview', {
          query: { location, lang: locale === 'hi' ? locale : undefined },
          signal,
        })
      ).data,
    // A tab may have stood in the background for days.
    refetchOnWindowFocus: true,
  });
}

/** Tells once of each failure that happens while the screen is open: a query remembers its last one for long. */
export function useFailureToast(failedAt: number, text: string): void {
  const [openedAt] = useState(() => Date.now());
  const toldAt = useRef(openedAt - 1);
  useEffect(() => {
    if (failedAt <= toldAt.current) return;
    toldAt.current = failedAt;
    toast.error(text);
  }, [failedAt, text]);
}
