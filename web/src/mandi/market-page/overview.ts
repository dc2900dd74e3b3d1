import { queryOptions } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Locale } from '#i18n/locale.ts';
import { api, startResponse } from '#lib/api.ts';
import { isUnreachable } from '#lib/connection.ts';
import { toast } from '#ui/toast/toast.ts';

export function overviewQuery(location: string | undefined, locale: Locale) {
  const query = { location, lang: locale === 'en' ? undefined : locale };
  return queryOptions({
    queryKey: ['market', 'overview', location ?? '', locale],
    meta: { stored: { kind: 'overview', most: 5, days: 30 } },
    queryFn: async ({ signal }) => (await api('GET /api/market/overview', { query, signal })).data,
    initialData: () => startResponse('GET /api/market/overview', { query })?.data,
    // A tab may come back after days in the background.
    refetchOnWindowFocus: true,
  });
}

/**
 * Shows only failures that happen while the screen is open, because queries remember their last error. The banner says
 * when there is no connection.
 */
export function useFailureToast(failedAt: number, text: string): void {
  const [openedAt] = useState(() => Date.now());
  const shownAt = useRef(openedAt - 1);
  useEffect(() => {
    if (failedAt <= shownAt.current || isUnreachable.get()) return;
    shownAt.current = failedAt;
    toast.error(text);
  }, [failedAt, text]);
}
