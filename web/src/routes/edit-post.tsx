import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import Lock from 'lucide-react/icons/lock';
import SearchX from 'lucide-react/icons/search-x';
import type { ReactNode } from 'react';
import { useT, useTexts } from '#i18n/locale.ts';
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
  const texts = useTexts('createPost');
  return (
    <FormPage title={texts.editTitle}>
      <EditedPost />
    </FormPage>
  );
}

function EditedPost() {
  const t = useT();
  const texts = useTexts('createPost');
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
    return <NoForm icon={<SearchX size={30} />} title={t.post.notFoundTitle} text={t.post.notFoundText} />;
  }
  if (error && !post) {
    return (
      <ErrorState
        title={t.post.loadFailed}
        text={errorText(error, t)}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  // What a list knew may be old; an edit begins with what the server has.
  if (!post || isPlaceholderData) return <Spinner label={t.post.fetching} />;
  if (post.author._id !== user?._id) {
    return <NoForm icon={<Lock size={30} />} title={texts.notYoursTitle} text={texts.notYoursText} />;
  }
  return <EditForm key={post._id} post={post} />;
}

function NoForm({ icon, title, text }: { icon: ReactNode; title: string; text: string }) {
  const t = useT();
  const home = (
    <Link to="/" className={buttonClass()}>
      {t.common.toHome}
    </Link>
  );
  return <EmptyState icon={icon} title={title} text={text} action={home} />;
}
