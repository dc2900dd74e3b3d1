import { getRouteApi } from '@tanstack/react-router';
import { textGroup, useT } from '#i18n/locale.ts';
import { useTitle } from '#lib/use-title.ts';
import { MarketBack } from '#mandi/market-page/layout.tsx';
import { oneOf } from '#mandi/market-page/search.ts';
import { NewsList } from '#mandi/market-page/news.tsx';
import { ChipGroup } from '#ui/chip.tsx';
import { toOptions } from '#ui/select-field.tsx';

const route = getRouteApi('/members/Market/news');

export function MarketNewsScreen() {
  const t = useT('market');
  const search = route.useSearch();
  const category = oneOf(textGroup('market', 'categories'), search.category);
  const navigate = route.useNavigate();
  useTitle(t('news'));
  return (
    <div className="mx-auto flex max-w-[44rem] flex-col gap-3">
      <MarketBack location={search.location} />
      <h1 className="text-title font-bold tracking-tight md:text-hero">{t('news')}</h1>
      <ChipGroup
        label={t('category')}
        layout="row"
        options={[{ value: '', label: t('allCategories') }, ...toOptions(textGroup('market', 'categories'))]}
        value={category ?? ''}
        onChange={(chosen) =>
          void navigate({ search: { ...search, category: chosen }, replace: true, resetScroll: false })
        }
      />
      <NewsList key={category} category={category} />
    </div>
  );
}
