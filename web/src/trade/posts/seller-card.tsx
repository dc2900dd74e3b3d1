import type { Author } from '@upaj/contract/trade/posts';
import type { ReactNode } from 'react';
import { langOf, useT } from '#i18n/locale.ts';
import { formatCount, useFormat } from '#lib/format.ts';
import { Caution } from '#people/users/caution.tsx';
import { Avatar, VerifiedTick } from '#ui/avatar.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Card, Facts } from '#ui/card.tsx';
import { AuthorLink, Rating } from './author-link.tsx';
import { RecordLine } from './record-line.tsx';

export function SellerCard({ author, report }: { author: Author; report?: ReactNode }) {
  const tNames = useT('names');
  const t = useT('post');
  const tPostPage = useT('post-page');
  const { month } = useFormat();
  return (
    <Card className="p-4">
      <h2 className="mb-3 text-lead font-semibold">{tPostPage('aboutSeller')}</h2>
      <AuthorLink author={author} className="mb-2 flex items-center gap-3">
        <Avatar name={author.fullName} src={author.avatar} size="medium" />
        <span className="min-w-0">
          <span className="flex items-center gap-1.5">
            <b lang={langOf(author.fullName)} className="truncate font-semibold">
              {author.fullName}
            </b>
            {author.isVerified && <VerifiedTick of={author} />}
          </span>
          <span className="text-note text-soft">
            @{author.username} · {tNames(`userType.${author.userType}`)}
          </span>
        </span>
      </AuthorLink>
      <Caution of={author} className="mb-2" />
      <Facts
        facts={[
          { label: tPostPage('memberSince'), value: month(author.createdAt) },
          {
            label: tPostPage('ratingLabel'),
            value: author.rating > 0 ? <Rating value={author.rating} /> : t('noRating'),
          },
          { label: tPostPage('totalReviews'), value: formatCount(author.totalReviews) },
          { label: tPostPage('deals'), value: <RecordLine record={author.record} /> },
        ]}
      />
      <div className="mt-1.5 flex flex-wrap gap-2">
        <AuthorLink author={author} className={buttonClass('line', 'flex-1')}>
          {t('viewProfile')}
        </AuthorLink>
        {report}
      </div>
    </Card>
  );
}
