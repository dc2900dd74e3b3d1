import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Account } from '@upaj/contract/people/profiles';
import type { SavedQuery } from '@upaj/contract/trade/saved-query';
import Bell from 'lucide-react/icons/bell';
import BellRing from 'lucide-react/icons/bell-ring';
import { useT } from '#i18n/locale.ts';
import { errorText, isApiError } from '#lib/api-errors.ts';
import { useUser } from '#people/users/session.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast/toast.ts';
import { keyOf, removeSearch, savedSearchesQuery, saveSearch } from './api.ts';

interface SaveSearchToggleProps {
  query: SavedQuery;
  isExplained?: boolean | undefined;
}

export function SaveSearchToggle({ query: shown, isExplained = false }: SaveSearchToggleProps) {
  const t = useT('saved');
  const tCommon = useT('common');
  const client = useQueryClient();
  const { data: searches } = useQuery(savedSearchesQuery);
  const query = withPlace(shown, useUser()?.address);
  const key = keyOf(query);
  const saved = searches?.find((search) => keyOf(search.query) === key);
  const { mutate, isPending } = useMutation({
    mutationFn: () => (saved ? removeSearch(client, saved._id) : saveSearch(client, query)),
    onSuccess: () => toast.success(t(saved ? 'removed' : 'saved')),
    onError: (error) => {
      const failure = t(saved ? 'removeFailed' : 'saveFailed');
      toast.error(tCommon('withReason', { failure, reason: errorText(error) }));
      // The search was already removed on another device.
      if (isApiError(error, 'SEARCH_NOT_FOUND'))
        void client.invalidateQueries({ queryKey: savedSearchesQuery.queryKey });
    },
  });
  const Icon = saved ? BellRing : Bell;
  return (
    <>
      {isExplained && !saved && <p className="max-w-md text-soft">{t('whenEmpty')}</p>}
      <Button
        variant={saved ? 'quiet' : 'line'}
        icon={<Icon size={18} aria-hidden fill={saved ? 'currentColor' : 'none'} />}
        aria-pressed={Boolean(saved)}
        busy={isPending}
        onClick={() => mutate()}
        className="shrink-0 px-4 whitespace-nowrap"
      >
        {t(saved ? 'isSaved' : 'save')}
      </Button>
    </>
  );
}

/** Adds the user's district, as the server does: distances are from there, and the user may move later. */
function withPlace(query: SavedQuery, address: Account['address'] | undefined): SavedQuery {
  if (!query.within || query.near || !address) return query;
  return { ...query, near: `${address.district}, ${address.state}` };
}
