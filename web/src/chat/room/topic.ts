import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Side } from '@upaj/contract/deals/offer-machine';
import type { Offer } from '@upaj/contract/deals/offers';
import type { Post } from '@upaj/contract/trade/posts';
import { postQuery } from '#trade/posts/api.ts';
import type { Room } from '#chat/messages/room-cache.ts';
import type { OfferedPost, PostReference } from './message-post.tsx';
import type { WantedReference } from './message-wanted.tsx';

/** The post or wanted post that the two talk about. */
export interface Topic {
  /** The whole post or, while the post of an offer loads, only the goods that the offer names. */
  post?: PostReference | OfferedPost;
  wanted?: WantedReference;
  /** The viewer's side. Undefined when the post is of neither of the two. */
  role: Side | undefined;
  /** Whether the next message will bring the topic. */
  isNext: boolean;
}

interface Next {
  post: PostReference | undefined;
  wanted: WantedReference | undefined;
}

/** Returns what the next message will be about, or else the last one that has a post, a wanted post or an offer. */
export function useTopic(room: Room | undefined, viewerId: string, next: Next): Topic | undefined {
  const isNext = next.post !== undefined || next.wanted !== undefined;
  const last = isNext
    ? undefined
    : room?.messages.filter(({ post, wanted, offer }) => post ?? wanted ?? offer?.postId).at(-1);
  const offered = last?.offer ? toOffered(last.offer) : undefined;
  const { data: offeredPost } = useQuery({
    ...postQuery(useQueryClient(), offered?._id ?? ''),
    enabled: Boolean(offered),
    retry: false,
  });
  const post = next.post ?? last?.post ?? (offeredPost ? toReference(offeredPost) : offered);
  const wanted = next.wanted ?? last?.wanted;
  if (post) {
    const role =
      post.authorId === viewerId ? 'seller' : post.authorId === room?.user._id ? 'buyer' : undefined;
    return { post, role, isNext };
  }
  // The author of a wanted post is the buyer, so the one who brings it up is the seller.
  return wanted
    ? { wanted, role: isNext || last?.senderId === viewerId ? 'seller' : 'buyer', isNext }
    : undefined;
}

function toOffered({ postId, seller, goods }: Offer): OfferedPost | undefined {
  return postId ? { _id: postId, authorId: seller._id, title: goods.title, image: goods.image } : undefined;
}

export function toReference({
  _id,
  author,
  title,
  price,
  priceUnit,
  images,
  isAvailable,
}: Post): PostReference {
  return { _id, authorId: author._id, title, price, priceUnit, image: images[0] ?? null, isAvailable };
}
