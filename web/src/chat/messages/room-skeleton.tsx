import { useT } from '#i18n/locale.ts';
import { cx } from '#ui/cx.ts';
import { Skeleton } from '#ui/skeleton.tsx';

const bubbles = ['w-3/5', 'w-2/5 self-end', 'w-1/2', 'w-3/5 self-end', 'w-1/3'];

export function RoomSkeleton() {
  const t = useT();
  return (
    <div
      role="status"
      className="mx-auto flex min-h-0 w-full max-w-[52rem] flex-1 flex-col overflow-hidden border-line md:rounded-card md:border"
    >
      <span className="sr-only">{t.common.loading}</span>
      <div className="flex items-center gap-2.5 border-b border-line bg-card py-2.5 pr-3 pl-14">
        <Skeleton shape="circle" className="size-10" />
        <div className="flex flex-1 flex-col gap-1.5">
          <Skeleton className="h-4 w-36" />
          <Skeleton className="h-3 w-24" />
        </div>
      </div>
      <div className="flex flex-1 flex-col justify-end gap-2 px-4 pb-20">
        {bubbles.map((shape) => (
          <Skeleton key={shape} shape="block" className={cx('h-12', shape)} />
        ))}
      </div>
    </div>
  );
}
