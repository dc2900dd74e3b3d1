import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getCatalogue, getLocale } from '#i18n/locale.ts';
import { api } from '#lib/api.ts';
import { leaveSession } from '#lib/session.ts';
import { toast } from '#ui/toast.ts';

/** Without a session the screens behind the log-in give way to it by themselves. */
export function useLogout() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api('POST /api/v1/users/logout'),
    onSuccess: ({ message }) => {
      leaveSession(client);
      // The server speaks English.
      toast.success(getLocale() === 'en' ? message : getCatalogue().shell.loggedOut);
    },
    onError: () => toast.error(getCatalogue().shell.logoutFailed),
  });
}
