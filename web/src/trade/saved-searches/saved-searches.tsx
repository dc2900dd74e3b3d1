import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { SavedSearch } from '@upaj/contract/trade/saved-searches';
import BellRing from 'lucide-react/icons/bell-ring';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Trash from 'lucide-react/icons/trash-2';
import { useRef } from 'react';
import { useT } from '#i18n/locale.ts';
import { useQueryText } from '#i18n/query-text.ts';
import { errorText, isApiError } from '#lib/api-errors.ts';
import { readFilters } from '#trade/feed/filters.ts';
import { buttonClass, IconButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { toast } from '#ui/toast/toast.ts';
import { removeSearch, savedSearchesQuery } from './api.ts';

export function SavedSearches() {
  const t = useT('saved');
  const tCommon = useT('common');
  const text = useRef<HTMLParagraphElement>(null);
  const { data: searches, error, isFetching, refetch } = useQuery(savedSearchesQuery);
  if (!searches && error) {
    return (
      <ErrorState
        title={t('searchesFailed')}
        text={errorText(error)}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  if (!searches) {
    return (
      <div role="status" className="flex flex-col gap-3">
        <span className="sr-only">{tCommon('loading')}</span>
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
      </div>
    );
  }
  if (searches.length === 0) {
    return (
      <EmptyState
        icon={<BellRing size={28} />}
        title={t('searchesEmpty')}
        text={t('searchesEmptyText')}
        action={
          <Link to="/Crops" className={buttonClass()}>
            {t('browse')}
          </Link>
        }
      />
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <p ref={text} tabIndex={-1} className="text-soft">
        {t('searchesText')}
      </p>
      <Card>
        <ul className="divide-y divide-line">
          {searches.map((search) => (
            // The text takes the focus because the button that had it is gone.
            <SavedSearchRow key={search._id} search={search} onRemoved={() => text.current?.focus()} />
          ))}
        </ul>
      </Card>
    </div>
  );
}

interface SavedSearchRowProps {
  search: SavedSearch;
  onRemoved: () => void;
}

function SavedSearchRow({ search: { _id, query }, onRemoved }: SavedSearchRowProps) {
  const t = useT('saved');
  const tCommon = useT('common');
  const client = useQueryClient();
  const text = useQueryText()(query);
  const { mutate, isPending } = useMutation({
    mutationFn: () => removeSearch(client, _id),
    onSuccess: () => {
      toast.success(t('removed'));
      onRemoved();
    },
    onError: (error) => {
      toast.error(tCommon('withReason', { failure: t('removeFailed'), reason: errorText(error) }));
      if (isApiError(error, 'SEARCH_NOT_FOUND'))
        void client.invalidateQueries({ queryKey: savedSearchesQuery.queryKey });
    },
  });
  return (
    <li className="flex items-center gap-1 pr-1.5">
      <Link
        to="/Crops"
        search={readFilters({ ...query })}
        className="flex min-h-14 min-w-0 flex-1 items-center justify-between gap-3 rounded-control py-2 pl-4 font-medium -outline-offset-3 hover:text-leaf"
      >
        <span className="min-w-0 wrap-break-word">{text}</span>
        <ChevronRight size={20} aria-hidden className="shrink-0 text-soft" />
      </Link>
      <IconButton
        label={t('remove', { search: text })}
        onClick={() => mutate()}
        disabled={isPending}
        className="text-soft hover:bg-mirch-wash hover:text-mirch"
      >
        <Trash size={19} aria-hidden />
      </IconButton>
    </li>
  );
}
