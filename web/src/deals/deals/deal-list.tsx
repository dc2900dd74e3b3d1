import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dealStatuses, type DealStatus } from '@upaj/contract/deals/deal-machine';
import Handshake from 'lucide-react/icons/handshake';
import { useT } from '#i18n/locale.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { ChipGroup } from '#ui/chip.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { EmptyState } from '#ui/states.tsx';
import { dealsQuery } from './api.ts';
import { DealCard } from './deal-card.tsx';

interface DealListProps {
  viewerId: string;
  status: DealStatus | undefined;
  onStatus: (status: DealStatus | undefined) => void;
}

export function DealList({ viewerId, status, onStatus }: DealListProps) {
  const t = useT('deals');
  const list = useInfiniteQuery(dealsQuery(status));
  return (
    <div className="flex flex-col gap-3">
      <ChipGroup
        label={t('filter')}
        layout="row"
        options={[
          { value: '', label: t('all') },
          ...dealStatuses.map((value) => ({ value, label: t(`status.${value}`) })),
        ]}
        value={status ?? ''}
        onChange={(value) => onStatus(dealStatuses.find((one) => one === value))}
      />
      <PagedList
        list={list}
        renderItem={(deal) => <DealCard deal={deal} viewerId={viewerId} />}
        empty={
          status ? (
            <EmptyState
              icon={<Handshake size={30} />}
              title={t('noneFound')}
              action={<Button onClick={() => onStatus(undefined)}>{t('showAll')}</Button>}
            />
          ) : (
            <EmptyState
              icon={<Handshake size={30} />}
              title={t('none')}
              text={t('noneText')}
              action={
                <Link to="/Crops" className={buttonClass()}>
                  {t('browse')}
                </Link>
              }
            />
          )
        }
        texts={{ failed: t('failed'), loading: t('loading'), more: t('more') }}
        skeletons={
          <>
            <Skeleton shape="block" className="h-32" />
            <Skeleton shape="block" className="h-32" />
          </>
        }
        className="grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-2 md:gap-4"
      />
    </div>
  );
}
