import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { getCatalogue, getLocale } from '#i18n/locale.ts';
import { api } from '#lib/api.ts';
import { leaveSession } from '#lib/session.ts';
import { toast } from '#ui/toast.ts';

export function useLogout() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => api('POST /api/v1/users/logout'),
    onSuccess: async ({ message }) => {
      await navigate({ to: '/login' });
      leaveSession(client);
      // The server speaks English.
      toast.success(getLocale() === 'en' ? message : getCatalogue().shell.loggedOut);
    },
    onError: () => toast.error(getCatalogue().shell.logoutFailed),
  });
}
