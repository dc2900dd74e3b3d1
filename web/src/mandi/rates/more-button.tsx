import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { errorText } from '#lib/api-errors.ts';
import { Button } from '#ui/button.tsx';

type List = Pick<
  UseInfiniteQueryResult,
  'error' | 'fetchNextPage' | 'hasNextPage' | 'isFetchNextPageError' | 'isFetchingNextPage'
>;

interface MoreButtonProps {
  list: List;
  label: string;
  /** Shows rows that are already loaded. When it is undefined, the button loads more. */
  onReveal?: (() => void) | undefined;
}

export function MoreButton({ list, label, onReveal }: MoreButtonProps) {
  return (
    <>
      {list.isFetchNextPageError && (
        <p role="alert" className="text-center text-soft">
          {errorText(list.error)}
        </p>
      )}
      {(onReveal || list.hasNextPage) && (
        <Button
          variant="line"
          className="self-center"
          busy={list.isFetchingNextPage}
          onClick={() => (onReveal ? onReveal() : void list.fetchNextPage())}
        >
          {label}
        </Button>
      )}
    </>
  );
}
