import { useT } from '#i18n/locale.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { SpinnerIcon } from '#ui/spinner.tsx';

export function PostDetailsSkeleton() {
  const t = useT();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-8">
      <Skeleton shape="block" className="aspect-[4/3] w-full" />
      <div className="flex flex-col gap-4">
        <div role="status" className="flex items-center gap-3 text-soft">
          <SpinnerIcon />
          <div>
            <p>{t.post.loadingDetails}</p>
            <p className="text-note">{t.post.fetching}</p>
          </div>
        </div>
        <Skeleton className="h-8 w-4/5" />
        <Skeleton className="h-9 w-2/5" />
        <Skeleton shape="block" className="h-40 w-full" />
        <Skeleton className="h-12 w-full" />
      </div>
    </div>
  );
}
