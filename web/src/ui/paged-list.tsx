import { startTransition, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { Button } from './button.tsx';
import { ErrorState } from './states.tsx';

export interface PagedQuery<Item> {
  data: { pages: { data: Item[] }[] } | undefined;
  error: Error | null;
  isPending: boolean;
  isFetching: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  hasNextPage: boolean;
  refetch: () => unknown;
  fetchNextPage: () => unknown;
}

interface PagedListProps<Item> {
  list: PagedQuery<Item>;
  renderItem: (item: Item, isFirst: boolean) => ReactNode;
  empty: ReactNode;
  texts: { failed: string; loading: string; more: string };
  skeletons: ReactNode;
  className: string;
}

/** Loaded pages stay, so that Back finds the same place. */
export function PagedList<Item extends { _id: string }>(props: PagedListProps<Item>) {
  const { list, renderItem, empty, texts, skeletons, className } = props;
  const t = useT('common');
  const { data, error, isPending, isFetching, isFetchingNextPage, hasNextPage } = list;
  const items = data?.pages.flatMap((page) => page.data) ?? [];
  const shown = useShownCount(items.length);
  const loading = (
    <div role="status" className={className}>
      <span className="sr-only">{texts.loading}</span>
      {skeletons}
    </div>
  );

  if (isPending) return loading;
  if (!data) {
    return (
      <ErrorState
        title={texts.failed}
        text={errorText(error)}
        onRetry={() => void list.refetch()}
        isRetrying={isFetching}
      />
    );
  }
  if (items.length === 0) return empty;
  const isWhole = shown >= items.length;
  return (
    <>
      <ul className={className}>
        {items.slice(0, shown).map((item, index) => (
          <li key={item._id}>{renderItem(item, index === 0)}</li>
        ))}
      </ul>
      {isWhole && hasNextPage && !list.isFetchNextPageError && (
        <Sentinel
          key={data.pages.length}
          onReach={() => {
            if (!isFetching) void list.fetchNextPage();
          }}
        />
      )}
      {isFetchingNextPage && loading}
      {list.isFetchNextPageError && !isFetchingNextPage && (
        <div role="alert" className="flex flex-col items-center gap-2 py-4 text-center">
          <p className="text-soft">{errorText(error)}</p>
          <Button variant="line" onClick={() => void list.fetchNextPage()}>
            {texts.more}
          </Button>
        </div>
      )}
      {isWhole && !hasNextPage && <p className="py-4 text-center text-note text-soft">{t('listEnd')}</p>}
    </>
  );
}

/** A batch of items fills about one screen. */
const batch = 3;
let isFirstList = true;

/**
 * The first list of a visit appears in batches, because a slow phone needs a second to draw twenty cards. Later lists
 * appear at once, so that Back finds the same place.
 */
function useShownCount(count: number): number {
  const [shown, setShown] = useState(isFirstList ? batch : Infinity);
  const isWhole = shown >= count;
  useEffect(() => {
    if (count === 0) return;
    if (isWhole) {
      isFirstList = false;
      return;
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The next batch waits until the previous one has been painted.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setShown(shown + batch)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [count, shown, isWhole]);
  return shown;
}

interface SentinelProps {
  onReach: () => void;
  /** The distance is in pixels. */
  distance?: number;
}

/** Calls `onReach` shortly before this place becomes visible. */
export function Sentinel({ onReach, distance = 1200 }: SentinelProps) {
  const ref = useRef<HTMLDivElement>(null);
  const reach = useEffectEvent(onReach);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) reach();
      },
      { rootMargin: `${distance}px 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [distance]);
  return <div ref={ref} aria-hidden className="h-px" />;
}

/** Renders what is below the first screen, with its API calls, only when the reader comes near. */
export function WhenNear({ children }: { children: ReactNode }) {
  const [isNear, setNear] = useState(false);
  return isNear ? children : <Sentinel distance={500} onReach={() => setNear(true)} />;
}
