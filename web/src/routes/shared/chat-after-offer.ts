import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { loadTexts, useT } from '#i18n/locale.ts';
import { moduleQuery } from '#lib/use-loaded.ts';
import { toast } from '#ui/toast/toast.ts';

/** Shows the offer in its conversation, also if the connection is lost after `load`, unless the user leaves the screen before. */
export function useChatAfterOffer(username: string) {
  const t = useT('post-page');
  const navigate = useNavigate();
  const client = useQueryClient();
  const query = chatQuery(client, username);
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.fetchQuery(query),
    networkMode: 'always',
  });
  return {
    isOpening: isPending,
    load: () => void client.prefetchQuery(query),
    open: () =>
      mutate(undefined, {
        onSuccess: () => void navigate({ to: '/chat/$userId', params: { userId: username } }),
        onError: () => toast.success(t('offerWaits')),
      }),
  };
}

/** Fails at once without a connection. */
const atOnce = { networkMode: 'always', retry: false } as const;

/** All that the screen needs: for missing code, the router would reload the page. */
function chatQuery(client: QueryClient, username: string) {
  const load = async () => {
    await Promise.all([
      import('../chat.tsx'),
      import('#chat/messages/api.ts').then(({ roomQuery }) =>
        client.ensureQueryData({ ...roomQuery(client, username), ...atOnce }),
      ),
      loadTexts('errors'),
      loadTexts('chat'),
      loadTexts('deals'),
      loadTexts('offers'),
      loadTexts('post-page'),
      loadTexts('wanted'),
    ]);
    return true;
  };
  return { ...moduleQuery(`chat/${username}`, load), ...atOnce };
}
