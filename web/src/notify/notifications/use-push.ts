import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getLocale } from '#i18n/locale.ts';
import { readPush, startPush, stopPush, type PushState } from './push.ts';

/** Whether notices come to this browser while no screen is open. `state` is undefined while that is found out. */
export function usePush(pushKey: string): {
  state: PushState | undefined;
  switchTo: (isOn: boolean) => void;
  isBusy: boolean;
  error: Error | null;
} {
  const client = useQueryClient();
  const queryKey = ['notices', 'push', pushKey];
  // The reader may have changed the permission in another tab meanwhile.
  const found = useQuery({ queryKey, queryFn: () => readPush(pushKey), staleTime: 0, gcTime: 0 });
  const switching = useMutation({
    mutationFn: (isOn: boolean) => (isOn ? startPush(pushKey, getLocale()) : stopPush()),
    onSuccess: (state) => client.setQueryData(queryKey, state),
  });
  return {
    state: found.data ?? (found.isError ? 'off' : undefined),
    switchTo: switching.mutate,
    isBusy: switching.isPending,
    error: switching.error,
  };
}
