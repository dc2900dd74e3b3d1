import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import ChartColumn from 'lucide-react/icons/chart-column';
import { figuresQuery } from '#deals/overview/api.ts';
import { FiguresCard } from '#deals/overview/figures-card.tsx';
import { useT } from '#i18n/locale.ts';
import { buttonClass } from '#ui/button.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { EmptyState } from '#ui/states.tsx';
import { ProfilePage } from './shared/profile-page.tsx';

export function PostFiguresScreen() {
  const t = useT('overview');
  const list = useInfiniteQuery(figuresQuery);
  return (
    <ProfilePage title={t('figures')}>
      <p className="text-soft">{t('figuresText')}</p>
      <PagedList
        list={list}
        renderItem={(post) => <FiguresCard post={post} />}
        empty={
          <EmptyState
            icon={<ChartColumn size={30} />}
            title={t('none')}
            text={t('noneText')}
            action={
              <Link to="/create-post" className={buttonClass()}>
                {t('create')}
              </Link>
            }
          />
        }
        texts={{ failed: t('failed'), loading: t('loading'), more: t('more') }}
        skeletons={
          <>
            <Skeleton shape="block" className="h-80" />
            <Skeleton shape="block" className="h-80" />
          </>
        }
        className="grid grid-cols-[minmax(0,1fr)] gap-3.5 md:grid-cols-2 md:gap-5"
      />
    </ProfilePage>
  );
}
