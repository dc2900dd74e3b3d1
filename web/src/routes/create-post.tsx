import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useAmount } from '#i18n/amount.ts';
import { useCropName } from '#i18n/crop-names.ts';
import { useLocale, useT } from '#i18n/locale.ts';
import { useUser } from '#people/users/session.ts';
import { CreateForm } from '#trade/posts/form/create-form.tsx';
import { FormPage } from '#trade/posts/form/form-layout.tsx';
import { Spinner } from '#ui/loading.tsx';

const route = getRouteApi('/members/create-post');

/**
 * If the new post answers a wanted post, the form starts with the crop, quantity and price of that post, and leads back
 * to its author. If the user posts an earlier post again, the form starts with a copy of it.
 */
export function CreatePostScreen() {
  const tCommon = useT('common');
  const t = useT('create-post');
  const user = useUser();
  const cropName = useCropName();
  const amountOf = useAmount();
  const locale = useLocale();
  const { wanted: wantedId, post: postId } = route.useSearch();
  const client = useQueryClient();
  const { data: copied, isLoading: isCopying } = useQuery({
    queryKey: ['copied-post', postId],
    queryFn: async () => {
      const { copyPost } = await import('#trade/posts/form/copy-post.ts');
      return copyPost(client, postId ?? '', { userId: user?._id ?? '', locale });
    },
    enabled: Boolean(postId && user),
    gcTime: 0,
  });
  const { data: wanted, isLoading } = useQuery({
    queryKey: ['answered-wanted', wantedId],
    queryFn: async () => {
      // Most posts answer no wanted post, so this code is not part of the form's first load.
      const { wantedQuery } = await import('#trade/wanted/api.ts');
      return client.fetchQuery(wantedQuery(wantedId ?? ''));
    },
    enabled: Boolean(wantedId),
  });
  const answered = wanted && {
    username: wanted.author.username,
    wantedId: wanted._id,
    values: {
      title: cropName(wanted.cropType),
      cropType: cropName(wanted.cropType),
      category: wanted.category ?? '',
      quantity: amountOf(wanted),
      price: String(wanted.maxPrice),
      priceUnit: wanted.priceUnit,
    },
  };
  return (
    <FormPage title={t('title')}>
      {isLoading || isCopying ? (
        <Spinner label={tCommon('loading')} quiet />
      ) : (
        user && <CreateForm key={user._id} user={user} answered={answered} copied={copied ?? undefined} />
      )}
    </FormPage>
  );
}
