import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import Lock from 'lucide-react/icons/lock';
import SearchX from 'lucide-react/icons/search-x';
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { useUser } from '#people/users/session.ts';
import { isMissing, postQuery } from '#trade/posts/api.ts';
import { EditForm } from '#trade/posts/form/edit-form.tsx';
import { FormPage } from '#trade/posts/form/form-layout.tsx';
import { buttonClass } from '#ui/button.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { Spinner } from '#ui/loading.tsx';

const route = getRouteApi('/members/post/$postId/edit');

export function EditPostScreen() {
  const t = useT('create-post');
  return (
    <FormPage title={t('editTitle')}>
      <EditedPost />
    </FormPage>
  );
}

function EditedPost() {
  const tPostPage = useT('post-page');
  const t = useT('create-post');
  const user = useUser();
  const { postId } = route.useParams();
  const {
    data: post,
    error,
    isPlaceholderData,
    isFetching,
    refetch,
  } = useQuery(postQuery(useQueryClient(), postId));

  if (isMissing(error)) {
    return (
      <NoForm
        icon={<SearchX size={30} />}
        title={tPostPage('notFoundTitle')}
        text={tPostPage('notFoundText')}
      />
    );
  }
  if (error && !post) {
    return (
      <ErrorState
        title={tPostPage('loadFailed')}
        text={errorText(error)}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  // The form waits for the fresh post, because the list's copy may be stale.
  if (!post || isPlaceholderData) return <Spinner label={tPostPage('fetching')} />;
  if (post.author._id !== user?._id) {
    return <NoForm icon={<Lock size={30} />} title={t('notYoursTitle')} text={t('notYoursText')} />;
  }
  return <EditForm key={post._id} post={post} />;
}

function NoForm({ icon, title, text }: { icon: ReactNode; title: string; text: string }) {
  const t = useT('common');
  const home = (
    <Link to="/" className={buttonClass()}>
      {t('toHome')}
    </Link>
  );
  return <EmptyState icon={icon} title={title} text={text} action={home} />;
}
