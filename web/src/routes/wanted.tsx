import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { Wanted } from '@upaj/contract/trade/wanted';
import HandCoins from 'lucide-react/icons/hand-coins';
import Plus from 'lucide-react/icons/plus';
import Search from 'lucide-react/icons/search';
import SearchX from 'lucide-react/icons/search-x';
import { ChatLink } from '#chat/messages/chat-link.tsx';
import { useCropName } from '#i18n/crop-names.ts';
import { useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { countOf, formatCount } from '#lib/format.ts';
import { useTitle } from '#lib/use-title.ts';
import { useChosenPlace } from '#people/place/place.ts';
import { useUser } from '#people/users/session.ts';
import { Browse, ListHeader, useKnownFilters } from '#trade/feed/browse.tsx';
import { nearChosen } from '#trade/feed/near-first.ts';
import { activeFilters } from '#trade/feed/filters.ts';
import { isMissing } from '#trade/posts/api.ts';
import { loadWantedTotal, wantedListQuery, wantedQuery } from '#trade/wanted/api.ts';
import { readWantedFilters } from '#trade/wanted/filters.ts';
import { ListTabs } from '#trade/wanted/list-tabs.tsx';
import { WantedOwnerActions } from '#trade/wanted/owner-actions.tsx';
import { WantedCard } from '#trade/wanted/wanted-card.tsx';
import { BackButton } from '#ui/back-button.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { Skeleton, Spinner } from '#ui/loading.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';

const list = getRouteApi('/members/wanted');
const one = getRouteApi('/members/wanted/$wantedId');

export function WantedScreen() {
  const t = useT('wanted');
  const { mine, ...search } = list.useSearch();
  const filters = readWantedFilters({ ...useKnownFilters(search), mine });
  const navigate = list.useNavigate();
  const found = useInfiniteQuery(wantedListQuery(nearChosen(filters, useChosenPlace())));
  const total = found.data?.pages[0]?.page.total;
  const isMerchant = useUser()?.userType === 'merchant';
  useTitle(t('title'));
  return (
    <>
      <ListTabs />
      <Browse
        hasCrops
        isWanted
        loadTotal={(changed, signal) => loadWantedTotal(readWantedFilters({ ...changed, mine }), signal)}
        filters={filters}
        onFilters={(changed) => void navigate({ search: readWantedFilters({ ...changed, mine }) })}
        header={
          <>
            <ListHeader
              title={t('title')}
              count={
                total === undefined
                  ? found.error && ''
                  : t('found', { total: countOf(total), shown: formatCount(total) })
              }
              action={isMerchant && <AddLink />}
            />
            <p className="mt-2 text-soft">{isMerchant ? t('introMerchant') : t('intro')}</p>
            {isMerchant && (
              <div className="mt-3">
                <Chip
                  pressed={mine !== undefined}
                  onPress={() => void navigate({ search: { ...search, ...(!mine && { mine: 'true' }) } })}
                >
                  {t('mine')}
                </Chip>
              </div>
            )}
          </>
        }
      >
        <PagedList
          list={found}
          renderItem={(wanted) => <WantedCard wanted={wanted} action={<Action wanted={wanted} />} />}
          empty={
            activeFilters(filters).length > 0 ? (
              <EmptyState
                icon={<Search size={28} />}
                title={t('noneFound')}
                text={t('noneFoundText')}
                action={<ClearFilters onPress={() => void navigate({ search: {} })} />}
              />
            ) : (
              <EmptyState
                icon={<HandCoins size={30} />}
                title={t('none')}
                text={isMerchant ? t('noneMerchantText') : t('noneText')}
                action={isMerchant && <AddLink />}
              />
            )
          }
          texts={{ failed: t('failed'), loading: t('loading'), more: t('more') }}
          skeletons={
            <>
              <Skeleton className="h-72" />
              <Skeleton className="h-72" />
            </>
          }
          className="grid grid-cols-[minmax(0,1fr)] gap-3.5 md:grid-cols-2 md:gap-5"
        />
      </Browse>
    </>
  );
}

function AddLink() {
  const t = useT('wanted');
  return (
    <Link to="/wanted/new" className={buttonClass()}>
      <Plus size={20} aria-hidden />
      {t('add')}
    </Link>
  );
}

function ClearFilters({ onPress }: { onPress: () => void }) {
  const t = useT('search');
  return <Button onClick={onPress}>{t('clearAll')}</Button>;
}

function Action({ wanted, onDeleted }: { wanted: Wanted; onDeleted?: () => void }) {
  const t = useT('wanted');
  const { author, _id } = wanted;
  const isOwn = useUser()?._id === author._id;
  if (isOwn) return <WantedOwnerActions wanted={wanted} {...(onDeleted && { onDeleted })} />;
  return (
    <ChatLink username={author.username} wantedId={_id}>
      {t('supply')}
    </ChatLink>
  );
}

export function OneWantedScreen() {
  const t = useT('wanted');
  const { wantedId } = one.useParams();
  const navigate = useNavigate();
  const cropName = useCropName();
  const { data: wanted, error, isFetching, refetch } = useQuery(wantedQuery(wantedId));
  useTitle(wanted ? cropName(wanted.cropType) : t('title'));
  if (isMissing(error)) {
    return (
      <EmptyState
        heading="h1"
        icon={<SearchX size={30} />}
        title={t('missing')}
        text={t('missingText')}
        action={
          <Link to="/wanted" className={buttonClass()}>
            {t('toList')}
          </Link>
        }
      />
    );
  }
  if (!wanted) {
    if (!error) return <Spinner label={t('loading')} />;
    return (
      <ErrorState
        heading="h1"
        title={t('failed')}
        text={errorText(error)}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-2">
      <BackButton to="/wanted" />
      <WantedCard
        isAlone
        wanted={wanted}
        action={<Action wanted={wanted} onDeleted={() => void navigate({ to: '/wanted' })} />}
      />
      <Link to="/wanted" className={buttonClass('quiet', 'self-start')}>
        {t('toList')}
      </Link>
    </div>
  );
}
