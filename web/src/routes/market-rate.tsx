import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { HistoryDays, Rate } from '@upaj/contract/mandi/rates';
import Scale from 'lucide-react/icons/scale';
import SearchX from 'lucide-react/icons/search-x';
import { usePlaceName, useT, useTexts } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { oneOf } from '#lib/one-of.ts';
import { useTitle } from '#lib/use-title.ts';
import { AlertPanel } from '#mandi/alerts/alert-panel.tsx';
import { knownLocation } from '#mandi/market-page/known-location.ts';
import { locationOf, splitLocation } from '#mandi/market-page/location.ts';
import { MarketBack } from '#mandi/market-page/market-back.tsx';
import { Section } from '#mandi/market-page/section.tsx';
import { UnitSwitch } from '#mandi/market-page/unit-switch.tsx';
import { isMissing, rateQuery } from '#mandi/rates/api.ts';
import { OtherMandis } from '#mandi/rates/other-mandis.tsx';
import { PriceHistory } from '#mandi/rates/price-history.tsx';
import { RateFacts } from '#mandi/rates/rate-facts.tsx';
import { useCommodityName } from '#mandi/use-commodity-name.ts';
import { readUnit } from '#mandi/weight-unit.ts';
import { useUser } from '#people/users/session.ts';
import { Badge } from '#ui/badge.tsx';
import { buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { CropListings } from './shared/crop-listings.tsx';

const route = getRouteApi('/members/Market/rates/$rateId');

export function MarketRateScreen() {
  const t = useT();
  const texts = useTexts('market');
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
          title={texts.rateNotFound}
          text={texts.rateNotFoundText}
        />
      ) : error ? (
        <ErrorState
          heading="h1"
          title={texts.rateFailed}
          text={errorText(error, t)}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <Spinner label={texts.loading} />
      )}
    </div>
  );
}

function RateDetails({ rate }: { rate: Rate }) {
  const texts = useTexts('market');
  const placeName = usePlaceName();
  const user = useUser();
  const search = route.useSearch();
  const location = knownLocation(search.location);
  const navigate = route.useNavigate();
  const { name, official } = useCommodityName()(rate);
  const change = (part: Partial<typeof search>) =>
    void navigate({ search: { ...search, ...part }, replace: true, resetScroll: false });
  const unit = readUnit(search.unit);
  const days = oneOf<HistoryDays>(texts.days, search.days) ?? '30';
  // Distances count from the place that was looked at, else from home, else from this mandi.
  const { district = rate.district, state } =
    [location, locationOf(user)].map((text) => splitLocation(text ?? '')).find((place) => place.district) ??
    rate;
  useTitle(`${name}, ${placeName(rate.market)}`);
  return (
    <>
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div>
          <h1 className="text-title font-bold tracking-tight md:text-hero">{name}</h1>
          <p className="text-soft">
            {official && <span lang="en">{official} · </span>}
            {placeName(rate.market)}, {placeName(rate.district)}, {placeName(rate.state)}
          </p>
          {rate.isSample && (
            <Badge tone="haldi" className="mt-1.5">
              {texts.sampleData}
            </Badge>
          )}
        </div>
        <UnitSwitch unit={unit} onChange={(chosen) => change({ unit: chosen })} />
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-7 lg:grid-cols-[23rem_minmax(0,1fr)]">
        <Section id="prices" title={texts.prices}>
          <RateFacts rate={rate} unit={unit} />
          <Link
            to="/Market/where-to-sell"
            search={{ location, commodity: rate.crop ?? rate.commodity }}
            className={buttonClass('line')}
          >
            <Scale size={18} aria-hidden />
            {texts.sellLink}
          </Link>
          <p className="text-note text-soft">{rate.isSample ? texts.sampleCredit : texts.credit}</p>
        </Section>
        <Section id="history" title={texts.history}>
          <PriceHistory rate={rate} unit={unit} days={days} onDays={(chosen) => change({ days: chosen })} />
        </Section>
      </div>
      <div className="pt-3">
        <Section id="others" title={texts.otherMandis}>
          <OtherMandis rate={rate} unit={unit} from={{ state, district }} location={location} />
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
          <Section id="listings" title={texts.listings}>
            <CropListings crop={rate.crop} />
          </Section>
        </div>
      )}
    </>
  );
}
