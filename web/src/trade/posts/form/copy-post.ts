import type { QueryClient } from '@tanstack/react-query';
import { imagePath } from '@upaj/contract/limits';
import type { Language } from '@upaj/contract/texts';
import { postQuery } from '#trade/posts/api.ts';
import { valuesOf, type PostFormValues } from './form-values.ts';

/** Returns the values and photos of an earlier post, but not its harvest date, and null for another user's post. */
export async function copyPost(
  client: QueryClient,
  postId: string,
  { userId, locale }: { userId: string; locale: Language },
): Promise<{ values: PostFormValues; photos: File[] } | null> {
  const post = await client.fetchQuery(postQuery(client, postId));
  if (post.author._id !== userId) return null;
  const photos = await Promise.all(
    post.images.map(async (url, index) => {
      const response = await fetch(imagePath(url));
      if (!response.ok) return [];
      const blob = await response.blob();
      return [new File([blob], `${index + 1}.webp`, { type: blob.type })];
    }),
  );
  return {
    values: { ...valuesOf(post, locale), harvestDate: '', isFeatured: false },
    photos: photos.flat(),
  };
}
