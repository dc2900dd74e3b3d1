import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Freshness, Overview } from '@upaj/contract/mandi/market-page';
// Importing the crops here makes the HTML preload their names.
import '@upaj/contract/crops';
import ChevronDown from 'lucide-react/icons/chevron-down';
import MapPin from 'lucide-react/icons/map-pin';
import Scale from 'lucide-react/icons/scale';
import { useState } from 'react';
import { useLocale, useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { useFormat } from '#lib/format.ts';
import { useIsShown, useLoaded } from '#lib/use-loaded.ts';
import { useTitle } from '#lib/use-title.ts';
import { AlertPanel } from '#mandi/alerts/alert-panel.tsx';
import { Section, SectionLinks } from '#mandi/market-page/layout.tsx';
import { joinLocation, locationOf, splitLocation, useLocationName } from '#mandi/market-page/location.ts';
import { knownLocation } from '#mandi/market-page/known-location.ts';
import { overviewQuery, useFailureToast } from '#mandi/market-page/overview.ts';
import { PlacePicker } from '#mandi/market-page/place-picker.tsx';
import { useAreNamesPending } from '#mandi/names.ts';
import { oneOf } from '#mandi/market-page/search.ts';
import { SourceBadge, SourceTrouble, useFreshness } from '#mandi/market-page/source-badge.tsx';
import { NewsCard } from '#mandi/market-page/news.tsx';
import { OwnRates } from '#mandi/rates/own-rates.tsx';
import { usePins } from '#mandi/rates/pins.tsx';
import { RatesCredit, RateTools } from '#mandi/rates/rate-tools.tsx';
import { RatesPanel } from '#mandi/rates/rates-panel.tsx';
import { SchemesCard } from '#mandi/schemes/schemes-card.tsx';
import { WeatherPanel } from '#mandi/market-page/weather-panel.tsx';
import { readUnit } from '#mandi/weight-unit.ts';
import { PlaceChip } from '#people/place/place-chip.tsx';
import { choosePlace, useChosenPlace } from '#people/place/place.ts';
import { useUser } from '#people/users/session.ts';
import { buttonClass } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { Skeleton, Spinner } from '#ui/loading.tsx';
import { ErrorState } from '#ui/states.tsx';

const route = getRouteApi('/members/Market');

export function MarketScreen() {
  const t = useT('market');
  const user = useUser();
  const own = locationOf(user);
  const chosen = useChosenPlace();
  // If the address has no place, the server chooses the home or the place of the last post.
  const search = route.useSearch();
  const location = knownLocation(search.location) ?? (chosen && joinLocation(chosen));
  const navigate = route.useNavigate();
  const { data, dataUpdatedAt, error, errorUpdatedAt, isFetching, refetch } = useQuery(
    overviewQuery(location, useLocale()),
  );
  // The rates wait for the names of crops: names that arrive later would move the rows.
  const areNamesPending = useAreNamesPending();
  useTitle(t('title'));
  useFailureToast(errorUpdatedAt, t('unavailable'));
  const nameOf = useLocationName();
  const isShown = useIsShown();
  const field = useLoaded('commodity-field', () => import('./shared/commodity-field.tsx'), isShown);
  const [isChoosing, setChoosing] = useState(false);
  const shownPlace = data?.location ?? location ?? '';
  const freshness = useFreshness(data?.sources.rates.freshness ?? 'none', dataUpdatedAt);

  function choose(place: string): void {
    const { state, district } = splitLocation(place);
    if (user && district) choosePlace(user, { state, district });
    void navigate({ search: (search) => ({ ...search, location: place }), resetScroll: false });
  }

  const startFromPlace = () =>
    void navigate({ search: (search) => ({ ...search, location: undefined }), resetScroll: false });

  return (
    <div className="flex flex-col gap-4 md:gap-5">
      <header className="flex flex-col gap-2 md:gap-3">
        <Heading overview={areNamesPending ? undefined : data} freshness={freshness} />
        <div className="grid grid-cols-[9.5rem_minmax(0,1fr)] items-center gap-2 md:grid-cols-[12rem_24rem]">
          <div>
            <Chip pressed={isChoosing} onPress={() => setChoosing(!isChoosing)}>
              <MapPin size={18} aria-hidden />
              <span className="sr-only">
                {shownPlace ? t('place', { place: nameOf(shownPlace) }) : t('chooseState')}
              </span>
              <span aria-hidden className="truncate">
                {shownPlace ? nameOf(shownPlace).split(', ')[0] : t('chooseState')}
              </span>
              <ChevronDown size={18} aria-hidden className="max-sm:hidden" />
            </Chip>
          </div>
          <div>
            {field ? (
              <field.CommodityField
                searchLabel={t('searchCommodity')}
                commodity={search.commodity ?? ''}
                onChange={(commodity) =>
                  void navigate({
                    search: { ...search, commodity: commodity || undefined },
                    replace: true,
                    resetScroll: false,
                  })
                }
              />
            ) : (
              <Skeleton shape="block" className="h-12" />
            )}
          </div>
        </div>
        {(isChoosing || (error && !shownPlace)) && (
          <PlacePicker
            location={shownPlace}
            own={own}
            onChange={choose}
            action={<PlaceChip onChosen={startFromPlace} />}
          />
        )}
      </header>
      {data && !areNamesPending ? (
        <Market key={data.location} overview={data} at={dataUpdatedAt} freshness={freshness} />
      ) : error ? (
        <ErrorState
          title={t('unavailable')}
          text={errorText(error)}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <Spinner label={t('loading')} wholeScreen />
      )}
    </div>
  );
}

interface HeadingProps {
  overview: Overview | undefined;
  freshness: Freshness;
}

function Heading({ overview, freshness }: HeadingProps) {
  const t = useT('market');
  const nameOf = useLocationName();
  const format = useFormat();
  const { lastUpdated: date } = overview?.rates ?? {};
  // The badge of live data does not name the day, so the line below the title does.
  const isLive = freshness === 'live';
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-3">
        <h1 className="text-lead font-bold tracking-tight md:text-hero">{t('title')}</h1>
        {/* Phones show the badge below the title, because they have no room beside it. */}
        <div className="min-h-[1.41rem] max-sm:basis-full">
          {overview && <SourceBadge freshness={freshness} date={overview.rates.lastUpdated} />}
        </div>
      </div>
      <p aria-live="polite" className="min-h-5 text-note text-soft">
        {overview && nameOf(overview.location)}
        {isLive && date && ` · ${t('ratesOf', { date: format.date(date) })}`}
      </p>
    </div>
  );
}

interface MarketProps {
  overview: Overview;
  at: number;
  freshness: Freshness;
}

function Market({ overview, at, freshness }: MarketProps) {
  const tNames = useT('names');
  const t = useT('market');
  const tSchemes = useT('schemes');
  const nameOf = useLocationName();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (part: Partial<typeof search>) =>
    void navigate({ search: { ...search, ...part }, replace: true, resetScroll: false });
  const { rates, sources, location } = overview;
  const { commodity } = search;
  const pins = usePins(overview.own);
  const unit = readUnit(search.unit);
  const trend = oneOf({ up: '', down: '', stable: '' }, search.trend);
  const sort = oneOf({ price: '', change: '' }, search.sort);
  const place = splitLocation(location);
  const title = freshness === 'live' ? t('liveRates') : t('rates');
  const wider = {
    district: '',
    state: place.district
      ? t('widerState', { place: nameOf(place.district), state: nameOf(place.state) })
      : '',
    country: t('widerCountry', { place: nameOf(location) }),
  }[rates.scope];
  return (
    <>
      <SectionLinks
        links={[
          { id: 'rates', label: t('ratesShort') },
          { id: 'news', label: t('newsShort') },
          { id: 'weather', label: t('weatherShort') },
          { id: 'alerts', label: t('alertsShort') },
          { id: 'schemes', label: tSchemes('short') },
        ]}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-7 lg:grid-cols-[minmax(0,1fr)_23rem]">
        <div className="flex flex-col gap-7">
          <Section
            id="rates"
            title={title}
            action={
              <Link
                to="/Market/where-to-sell"
                search={{ location }}
                className={buttonClass('quiet', '-mr-3 px-3!')}
              >
                <Scale size={18} aria-hidden />
                {t('sellLink')}
              </Link>
            }
          >
            {wider && rates.rates.length > 0 && (
              <p className="rounded-control bg-haldi-wash px-3 py-1.5 text-note">{wider}</p>
            )}
            <SourceTrouble source={sources.rates} />
            {!trend && !commodity && <OwnRates overview={overview} unit={unit} pins={pins} />}
            <RateTools filters={{ trend, sort }} unit={unit} onChange={change} />
            <RatesPanel
              overview={rates}
              overviewAt={at}
              place={place}
              filters={{ trend, sort, commodity }}
              pins={pins}
              onClear={() => {
                change({ trend: '', commodity: undefined });
                // The list takes the focus, because the pressed button disappears.
                document.getElementById('rates')?.focus();
              }}
              elsewhere={
                commodity && (
                  <Link
                    to="/Market/where-to-sell"
                    search={{ location, commodity }}
                    className={buttonClass('line')}
                  >
                    {t('sellLink')}
                  </Link>
                )
              }
              unit={unit}
              caption={`${title}, ${nameOf(location)}, ${tNames(`unit.per ${unit}`)}`}
            />
            <RatesCredit source={sources.rates} />
          </Section>
          <Section id="news" title={t('news')}>
            <SourceTrouble source={sources.news} />
            <NewsCard
              news={overview.news}
              action={
                <Link to="/Market/news" search={{ location }} className={buttonClass('quiet')}>
                  {t('allNews')}
                </Link>
              }
            />
          </Section>
        </div>
        <div className="flex flex-col gap-7">
          <Section id="weather" title={t('weather')}>
            <WeatherPanel
              weather={overview.weather}
              source={sources.weather}
              place={nameOf(overview.weather?.location ?? location)}
            />
          </Section>
          <div id="alerts" tabIndex={-1} className="scroll-mt-10">
            <AlertPanel />
          </div>
          <Section id="schemes" title={tSchemes('title')}>
            <SchemesCard
              schemes={overview.schemes}
              location={location}
              action={
                <Link to="/Market/schemes" search={{ location }} className={buttonClass('quiet')}>
                  {tSchemes('all')}
                </Link>
              }
            />
          </Section>
        </div>
      </div>
    </>
  );
}
