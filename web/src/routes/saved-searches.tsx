import { useT } from '#i18n/locale.ts';
import { useTitle } from '#lib/use-title.ts';
import { SavedSearches } from '#trade/saved-searches/saved-searches.tsx';
import { BackButton } from '#ui/back-button.tsx';

export function SavedSearchesScreen() {
  const t = useT('saved');
  useTitle(t('searches'));
  return (
    <div className="mx-auto flex max-w-[44rem] flex-col gap-4 md:gap-5">
      <BackButton to="/Crops" />
      <h1 className="text-title font-bold tracking-tight md:text-hero">{t('searches')}</h1>
      <SavedSearches />
    </div>
  );
}
