import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useLocation } from '@tanstack/react-router';
import type { Post } from '@upaj/contract/trade/posts';
import Sprout from 'lucide-react/icons/sprout';
import { Fragment, useState } from 'react';
import { ChatLink } from '#chat/messages/chat-link.tsx';
import { MakeOffer } from '#deals/offers/make-offer.tsx';
import { useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { moduleQuery } from '#lib/use-loaded.ts';
import { useTitle } from '#lib/use-title.ts';
import { ReportButton } from '#moderation/safety/report.tsx';
import { useUser } from '#people/users/session.ts';
import { LikeButton } from '#trade/likes/like-button.tsx';
import { isMissing, postQuery } from '#trade/posts/api.ts';
import { ContactButtons } from '#trade/posts/contact-buttons.tsx';
import { OwnerActions } from '#trade/posts/owner-actions.tsx';
import { PostDetails, PostDetailsSkeleton } from '#trade/posts/post-details.tsx';
import { UnreadNote } from '#trade/posts/unread-note.tsx';
import { SaveButton } from '#trade/saves/save-button.tsx';
import { SharePost } from '#trade/share/share-post.tsx';
import { ActionBar } from '#ui/action-bar.tsx';
import { BackButton, useGoBack } from '#ui/back-button.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Sentinel } from '#ui/paged-list.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { useChatAfterOffer } from './shared/chat-after-offer.ts';

const route = getRouteApi('/members/post/$postId');

export function PostScreen() {
  const t = useT('post');
  const tPostPage = useT('post-page');
  const { postId } = route.useParams();
  const user = useUser();
  const goBack = useGoBack();
  const { data: post, error, isFetching, refetch } = useQuery(postQuery(useQueryClient(), postId));
  useTitle(post?.title);

  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-2">
        <BackButton to="/" label={t('back')} />
        {post && (
          <span className="-mr-2 flex shrink-0 items-center">
            <SharePost post={post} />
            <SaveButton post={post} />
            <LikeButton post={post} />
          </span>
        )}
      </div>
      {post ? (
        <Fragment key={post._id}>
          {post.isHidden && <p className="rounded-control bg-haldi-wash px-4 py-3">{tPostPage('hidden')}</p>}
          {user?._id === post.author._id && <UnreadNote post={post} />}
          <PostDetails
            post={post}
            actions={<Actions post={post} onDeleted={goBack} />}
            report={<Report post={post} />}
          >
            <PostComments post={post} />
          </PostDetails>
          <MorePostsNear post={post} />
        </Fragment>
      ) : isMissing(error) ? (
        <Missing />
      ) : error ? (
        <ErrorState
          heading="h1"
          title={tPostPage('loadFailed')}
          text={errorText(error)}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <PostDetailsSkeleton />
      )}
    </div>
  );
}

function Report({ post }: { post: Post }) {
  const isOwn = useUser()?._id === post.author._id;
  return isOwn ? null : <ReportButton kind="post" targetId={post._id} />;
}

function Actions({ post, onDeleted }: { post: Post; onDeleted: () => void }) {
  const tPostPage = useT('post-page');
  const chat = useChatAfterOffer(post.author.username);
  const isOwn = useUser()?._id === post.author._id;
  if (isOwn) return <OwnerActions post={post} onDeleted={onDeleted} />;
  return (
    <ActionBar>
      <ChatLink
        username={post.author.username}
        postId={post._id}
        className="flex-1 max-md:px-1.5! max-md:text-note max-md:text-balance max-md:[&>svg]:hidden md:basis-48"
      >
        {tPostPage('chatWithSeller')}
      </ChatLink>
      {post.isAvailable && (
        <MakeOffer
          postId={post._id}
          isBusy={chat.isOpening}
          onOpen={chat.load}
          onSent={chat.open}
          className="flex-1 max-md:px-1.5! max-md:text-note max-md:text-balance max-md:[&>svg]:hidden md:basis-40"
        >
          {tPostPage('makeOffer')}
        </MakeOffer>
      )}
      <ContactButtons post={post} />
    </ActionBar>
  );
}

/** Loads when the reader comes near: with its form, this code is as large as the post's. */
function PostComments({ post }: { post: Post }) {
  const tCommon = useT('common');
  const t = useT('comments');
  const { hash } = useLocation();
  const [isNear, setNear] = useState(false);
  const load = async () => (await import('#trade/comments/comments.tsx')).Comments;
  const {
    data: Comments,
    isError,
    refetch,
  } = useQuery({ ...moduleQuery('comments', load), enabled: isNear || hash === 'comments' });
  if (isError) {
    return <ErrorState title={t('failed')} text={tCommon('networkError')} onRetry={() => void refetch()} />;
  }
  if (!Comments) return <Sentinel distance={500} onReach={() => setNear(true)} />;
  return (
    <Comments
      post={post}
      renderReport={({ _id }, name) => <ReportButton kind="comment" targetId={_id} name={name} />}
    />
  );
}

/** Loads when the reader comes near the end of the page, which most do not. */
function MorePostsNear({ post }: { post: Post }) {
  const [isNear, setNear] = useState(false);
  const load = async () => (await import('#trade/posts/more-posts.tsx')).MorePosts;
  const { data: MorePosts } = useQuery({ ...moduleQuery('more-posts', load), enabled: isNear });
  return MorePosts ? <MorePosts post={post} /> : <Sentinel distance={100} onReach={() => setNear(true)} />;
}

function Missing() {
  const t = useT('post-page');
  const tShell = useT('shell');
  return (
    <EmptyState
      heading="h1"
      icon={<Sprout size={30} />}
      title={t('notFoundTitle')}
      text={t('notFoundText')}
      action={
        <Link to="/Crops" className={buttonClass()}>
          {tShell('notOpenAction')}
        </Link>
      }
    />
  );
}
