import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { HistoryDays, DetailedRate } from '@upaj/contract/mandi/rates';
// Importing the crops here makes the HTML preload their names.
import '@upaj/contract/crops';
import Scale from 'lucide-react/icons/scale';
import SearchX from 'lucide-react/icons/search-x';
import { textGroup, useLocale, usePlaceName, useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { nameOfCrop, useCrops } from '#i18n/crop-names.ts';
import { useTitle } from '#lib/use-title.ts';
import { AgreedPrice } from '#mandi/agreed-price.tsx';
import { AlertPanel } from '#mandi/alerts/alert-panel.tsx';
import { useCommodityName, useMandiName } from '#mandi/names.ts';
import { MarketBack, Section, UnitSwitch } from '#mandi/market-page/layout.tsx';
import { locationOf, splitLocation } from '#mandi/market-page/location.ts';
import { knownLocation } from '#mandi/market-page/known-location.ts';
import { oneOf } from '#mandi/market-page/search.ts';
import { isMissing, rateQuery } from '#mandi/rates/api.ts';
import { OtherMandis } from '#mandi/rates/other-mandis.tsx';
import { PriceHistory } from '#mandi/rates/price-history.tsx';
import { RateFacts } from '#mandi/rates/rate-facts.tsx';
import { readUnit } from '#mandi/weight-unit.ts';
import { useUser } from '#people/users/session.ts';
import { feedQuery } from '#trade/feed/api.ts';
import { Badge } from '#ui/badge.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { lazyListen } from '#ui/listen/lazy-listen.tsx';
import { Spinner } from '#ui/loading.tsx';
import { WhenNear } from '#ui/paged-list.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { BrowsedPost } from './home/browsed-post.tsx';

const route = getRouteApi('/members/Market/rates/$rateId');
const Listen = lazyListen('rate', async () => (await import('#mandi/rates/listen-to-rate.tsx')).ListenToRate);

export function MarketRateScreen() {
  const t = useT('market');
  const { rateId } = route.useParams();
  const location = knownLocation(route.useSearch().location);
  const { data: rate, error, isFetching, refetch } = useQuery(rateQuery(rateId));
  return (
    <div className="flex flex-col gap-4">
      <MarketBack location={location} />
      {rate ? (
        <RateDetails key={rate._id} rate={rate} />
      ) : isMissing(error) ? (
        <EmptyState
          heading="h1"
          icon={<SearchX size={28} />}
          title={t('rateNotFound')}
          text={t('rateNotFoundText')}
        />
      ) : error ? (
        <ErrorState
          heading="h1"
          title={t('rateFailed')}
          text={errorText(error)}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <Spinner label={t('loading')} />
      )}
    </div>
  );
}

function RateDetails({ rate }: { rate: DetailedRate }) {
  const t = useT('market');
  const placeName = usePlaceName();
  const mandi = useMandiName()(rate.market);
  const user = useUser();
  const search = route.useSearch();
  const location = knownLocation(search.location);
  const navigate = route.useNavigate();
  const { name, official } = useCommodityName()(rate);
  const change = (part: Partial<typeof search>) =>
    void navigate({ search: { ...search, ...part }, replace: true, resetScroll: false });
  const isPerQuintal = rate.unit === 'quintal';
  const unit = isPerQuintal ? readUnit(search.unit) : 'quintal';
  const days = oneOf<HistoryDays>(textGroup('market', 'days'), search.days) ?? '30';
  // Distances are from the place of the previous screen, else from the user's home, else from this mandi.
  const { district = rate.district, state } =
    [location, locationOf(user)].map((text) => splitLocation(text ?? '')).find((place) => place.district) ??
    rate;
  useTitle(`${name}, ${mandi}`);
  return (
    <>
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div>
          <h1 className="text-title font-bold tracking-tight md:text-hero">{name}</h1>
          <p className="text-soft">
            {official && <span lang="en">{official} · </span>}
            {mandi}
            {mandi !== rate.market && <span lang="en"> ({rate.market})</span>}, {placeName(rate.district)},{' '}
            {placeName(rate.state)}
          </p>
          {rate.isSample && (
            <Badge tone="haldi" className="mt-1.5">
              {t('sampleData')}
            </Badge>
          )}
        </div>
        <div className="flex items-center gap-2">
          {isPerQuintal && <UnitSwitch unit={unit} onChange={(chosen) => change({ unit: chosen })} />}
          <Listen rate={rate} unit={unit} />
        </div>
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-7 lg:grid-cols-[23rem_minmax(0,1fr)]">
        <Section id="prices" title={t('prices')}>
          <RateFacts rate={rate} unit={unit} />
          <Link
            to="/Market/where-to-sell"
            search={{ location, commodity: rate.crop ?? rate.commodity }}
            className={buttonClass('line')}
          >
            <Scale size={18} aria-hidden />
            {t('sellLink')}
          </Link>
          <p className="text-note text-soft">{rate.isSample ? t('sampleCredit') : t('credit')}</p>
          <AgreedPrice agreed={rate.agreed} district={rate.district} unit={unit} />
        </Section>
        <Section id="history" title={t('history')}>
          <PriceHistory rate={rate} unit={unit} days={days} onDays={(chosen) => change({ days: chosen })} />
        </Section>
      </div>
      <div className="pt-3">
        <Section id="others" title={t('otherMandis')}>
          <WhenNear>
            <OtherMandis rate={rate} unit={unit} from={{ state, district }} location={location} />
          </WhenNear>
        </Section>
      </div>
      <div className="pt-3 lg:max-w-[36rem]">
        <AlertPanel
          initial={{
            commodity: rate.crop ?? rate.commodity,
            state: rate.state,
            district: rate.district,
            market: rate.market,
          }}
          renderAllLink={(label) => (
            <Link
              to="/Market"
              search={{ location }}
              hash="alerts"
              className="inline-flex min-h-11 items-center self-start font-semibold text-leaf underline"
            >
              {label}
            </Link>
          )}
        />
      </div>
      {rate.crop && (
        <div className="pt-3">
          <Section id="listings" title={t('listings')}>
            <WhenNear>
              <CropListings crop={rate.crop} />
            </WhenNear>
          </Section>
        </div>
      )}
    </>
  );
}

const shown = 3;

function CropListings({ crop: id }: { crop: string }) {
  const t = useT('market');
  const locale = useLocale();
  const crop = useCrops()?.findCrop(id);
  const { data } = useInfiniteQuery({
    ...feedQuery({ cropType: crop?.en ?? id }),
    enabled: crop !== undefined,
  });
  const posts = data?.pages[0]?.data.slice(0, shown);
  if (!crop) return null;
  return (
    <>
      {posts?.length === 0 && <Card className="p-4 text-soft">{t('listingsNone')}</Card>}
      {posts && posts.length > 0 && (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-3.5 md:grid-cols-2 md:gap-5 lg:grid-cols-3">
          {posts.map((post) => (
            <li key={post._id}>
              <BrowsedPost post={post} eager={false} />
            </li>
          ))}
        </ul>
      )}
      <Link to="/Crops" search={{ cropType: crop.en }} className={buttonClass('line', 'self-center')}>
        {t('listingsAll', { crop: nameOfCrop(crop, locale) })}
      </Link>
    </>
  );
}
