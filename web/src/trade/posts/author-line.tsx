import type { Post } from '@upaj/contract/trade/posts';
import { useT } from '#i18n/locale.ts';
import { useFormat } from '#lib/format.ts';
import { Avatar } from '#ui/avatar.tsx';
import { VerifiedTick } from '#ui/verified-tick.tsx';
import { AuthorLink } from './author-link.tsx';
import { Rating } from './rating.tsx';

/** Who offers this, and since when. */
export function AuthorLine({ post }: { post: Post }) {
  const t = useT();
  const { ago } = useFormat();
  const { author } = post;
  return (
    <AuthorLink author={author} className="flex min-h-11 items-center gap-2.5 text-note text-soft">
      <Avatar name={author.fullName} src={author.avatar} />
      <span className="min-w-0">
        <span className="flex items-center gap-1.5">
          <span className="truncate font-semibold text-ink">{author.fullName}</span>
          {author.isVerified && <VerifiedTick />}
          {author.rating > 0 && <Rating value={author.rating} />}
        </span>
        {t.names.userType[author.userType]} · <time dateTime={post.createdAt}>{ago(post.createdAt)}</time>
      </span>
    </AuthorLink>
  );
}
