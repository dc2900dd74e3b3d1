import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { getLocale, getT } from '#i18n/locale.ts';
import { api } from '#lib/api.ts';
import { currentUserQuery, leaveSession } from '#people/users/session.ts';
import { toast } from '#ui/toast/toast.ts';
import { storedOwner } from '../stored-owner.ts';

export function useLogout() {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      // What is stored is not shown again, even if this page closes before the response.
      storedOwner.write('leaving');
      return api('POST /api/v1/users/logout');
    },
    onSuccess: ({ message }) => {
      leaveSession(client);
      // The server's message is always English.
      toast.success(getLocale() === 'en' ? message : getT('shell')('loggedOut'));
    },
    onError: () => {
      storedOwner.write(client.getQueryData(currentUserQuery.queryKey)?._id);
      toast.error(getT('shell')('logoutFailed'));
    },
  });
  const logOut = async () => {
    if (await mayLeave(client)) mutate();
  };
  return { logOut: () => void logOut(), isBusy: isPending };
}

async function mayLeave(client: QueryClient): Promise<boolean> {
  const user = client.getQueryData(currentUserQuery.queryKey);
  if (!user?.isComplete) return true;
  try {
    const { confirmLeaving } = await import('#chat/messages/conversations.ts');
    return await confirmLeaving(client, user._id);
  } catch {
    // Users can log out even if the question cannot be loaded.
    return true;
  }
}
