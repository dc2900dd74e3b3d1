import Search from 'lucide-react/icons/search';
import UserPlus from 'lucide-react/icons/user-plus';
import { useT } from '#i18n/locale.ts';
import { activeFilters, changeFilters, clearFilters, type Filters } from '#trade/feed/filters.ts';
import { SaveSearchButton } from '#trade/saved-searches/save-search.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/states.tsx';

interface NothingFoundProps {
  filters: Filters;
  onFilters: (filters: Filters) => void;
}

export function NothingFound({ filters, onFilters }: NothingFoundProps) {
  const t = useT('search');
  if (filters.following) {
    return (
      <EmptyState
        icon={<UserPlus size={28} />}
        title={t('followingEmpty')}
        text={t('followingEmptyText')}
        action={
          <Button onClick={() => onFilters(changeFilters(filters, { following: undefined }))}>
            {t('seeAll')}
          </Button>
        }
      />
    );
  }
  const hasFilters = activeFilters(filters).length > 0;
  const searchText = hasFilters ? t('searchEmptyFilters') : t('searchEmpty');
  return (
    <EmptyState
      icon={<Search size={28} />}
      title={t('cropsEmpty')}
      text={filters.q ? searchText : t('cropsEmptyText')}
      action={
        <div className="flex flex-col items-center gap-3">
          <SaveSearchButton filters={filters} isExplained />
          {hasFilters && <Button onClick={() => onFilters(clearFilters(filters))}>{t('clearAll')}</Button>}
        </div>
      }
    />
  );
}
