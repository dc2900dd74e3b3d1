import { Skeleton } from '#ui/skeleton.tsx';

export function ChatRowSkeletons({ label }: { label: string }) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      {['one', 'two', 'three', 'four'].map((name) => (
        <div key={name} className="flex items-center gap-3 px-3 py-2.5">
          <Skeleton shape="circle" className="size-10" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3 w-3/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
