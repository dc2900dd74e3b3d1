import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { Post } from '@upaj/contract/posts';
import { useState } from 'react';
import type { PostReference } from '#features/chat/message-post.tsx';
import { ChatRoom } from '#features/chat/room.tsx';
import { postQuery } from '#features/posts/api.ts';
import { Report } from '#features/trust/report.tsx';
import { useUser } from '#lib/session.ts';

const route = getRouteApi('/members/chat/$userId');

export function ChatScreen() {
  const { userId } = route.useParams();
  const { post: postId } = route.useSearch();
  const navigate = useNavigate();
  const user = useUser();
  const [reported, setReported] = useState<string>();
  const { data: post } = useQuery({ ...postQuery(useQueryClient(), postId ?? ''), enabled: Boolean(postId) });
  if (!user) return null;
  return (
    <>
      <ChatRoom
        key={userId.toLowerCase()}
        username={userId}
        viewerId={user._id}
        onReport={setReported}
        post={postId && post ? toReference(post) : undefined}
        onPostDone={() =>
          // The room scrolls by itself; the router would put it back to where it stood.
          void navigate({
            to: '/chat/$userId',
            params: { userId },
            search: {},
            replace: true,
            resetScroll: false,
          })
        }
      />
      {reported && <Report kind="message" targetId={reported} onClose={() => setReported(undefined)} />}
    </>
  );
}

function toReference({ _id, title, price, priceUnit, images, isAvailable }: Post): PostReference {
  return { _id, title, price, priceUnit, image: images[0] ?? null, isAvailable };
}
