import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { caseKinds, caseStatuses } from '@upaj/contract/moderation/case-kinds';
import type { ListedCase } from '@upaj/contract/moderation/cases';
import Inbox from 'lucide-react/icons/inbox';
import { useRef, useState } from 'react';
import { langOf, useT } from '#i18n/locale.ts';
import { isApiError } from '#lib/api-errors.ts';
import { Card } from '#ui/card.tsx';
import { ChipGroup } from '#ui/chip.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { EmptyState } from '#ui/states.tsx';
import { casesQuery, type QueueFilter } from './api.ts';
import { CaseFacts, useCaseTitle } from './case-facts.tsx';
import { DecisionDialog, harmfulAction } from './decision-dialog.tsx';
import { useKeys } from './keys.tsx';
import { NeedsCode } from './needs-code.tsx';

interface QueueProps {
  filter: QueueFilter;
  onFilter: (filter: QueueFilter) => void;
}

export function Queue({ filter, onFilter }: QueueProps) {
  const t = useT('moderation');
  const list = useInfiniteQuery(casesQuery(filter));
  const cases = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const frame = useRef<HTMLDivElement>(null);
  const [deciding, setDeciding] = useState<{ case: ListedCase; isHarmless: boolean }>();
  const move = (step: number) => {
    const links = [...(frame.current?.querySelectorAll<HTMLElement>('[data-case]') ?? [])];
    const now = links.findIndex((link) => link === document.activeElement);
    links[Math.max(0, Math.min(links.length - 1, now + step))]?.focus();
  };
  const decide = (isHarmless: boolean) => {
    const id = (document.activeElement as HTMLElement | null)?.dataset['case'];
    // A request for the badge cannot be decided here, because the moderator must see its photo first.
    const found = cases.find(
      ({ _id, status, kind }) => _id === id && status === 'open' && kind !== 'verification',
    );
    if (found) setDeciding({ case: found, isHarmless });
  };
  const keys = useKeys({
    j: () => move(1),
    k: () => move(-1),
    a: () => decide(true),
    r: () => decide(false),
  });
  const status = filter.status ?? 'open';
  if (isApiError(list.error, 'SECOND_FACTOR_REQUIRED')) return <NeedsCode />;
  return (
    <div ref={frame} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <ChipGroup
          label={t('status')}
          options={caseStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
          value={status}
          onChange={(value) => onFilter({ ...filter, status: caseStatuses.find((one) => one === value) })}
        />
        {keys}
      </div>
      <ChipGroup
        label={t('kind')}
        layout="row"
        options={[
          { value: '', label: t('allKinds') },
          ...caseKinds.map((value) => ({ value, label: t(`kind.${value}`) })),
        ]}
        value={filter.kind ?? ''}
        onChange={(value) => onFilter({ ...filter, kind: caseKinds.find((one) => one === value) })}
      />
      <PagedList
        list={list}
        renderItem={(one) => <CaseCard one={one} />}
        empty={<EmptyState icon={<Inbox size={30} />} title={t('empty')} text={t('emptyText')} />}
        texts={{ failed: t('failed'), loading: t('loading'), more: t('more') }}
        skeletons={
          <>
            <Skeleton shape="block" className="h-24" />
            <Skeleton shape="block" className="h-24" />
          </>
        }
        className="flex flex-col gap-3"
      />
      {deciding && (
        <DecisionDialog
          of={deciding.case}
          action={deciding.isHarmless ? 'dismiss' : harmfulAction(deciding.case.kind)}
          onClose={() => setDeciding(undefined)}
        />
      )}
    </div>
  );
}

function CaseCard({ one }: { one: ListedCase }) {
  const titleOf = useCaseTitle();
  return (
    <Card className="relative focus-within:border-leaf hover:border-leaf">
      <article className="flex flex-col gap-1 p-3.5">
        <h2 className="font-semibold">
          <Link
            to="/moderation/$caseId"
            params={{ caseId: one._id }}
            data-case={one._id}
            lang={langOf(titleOf(one))}
            className="line-clamp-2 wrap-anywhere before:absolute before:inset-0"
          >
            {titleOf(one)}
          </Link>
        </h2>
        <CaseFacts of={one} />
      </article>
    </Card>
  );
}
