import { Link } from '@tanstack/react-router';
import type { Notice, Notification } from '@upaj/contract/notify/notifications';
import Heart from 'lucide-react/icons/heart';
import MessageSquare from 'lucide-react/icons/message-square';
import Star from 'lucide-react/icons/star';
import TrendingDown from 'lucide-react/icons/trending-down';
import TrendingUp from 'lucide-react/icons/trending-up';
import UserPlus from 'lucide-react/icons/user-plus';
import { useTexts } from '#i18n/locale.ts';
import { useFormat } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';
import { cx } from '#ui/cx.ts';
import { targetOf } from './notice-target.ts';
import { useNoticeWords } from './use-notice-words.ts';

export function NoticeRow({ notice }: { notice: Notification }) {
  const texts = useTexts('notices');
  const { ago } = useFormat();
  const { headline, reason, from } = useNoticeWords()(notice);
  return (
    <Link
      {...targetOf(notice)}
      className="flex gap-3 rounded-control px-3 py-3 -outline-offset-3 hover:bg-leaf-wash"
    >
      <span
        aria-hidden
        className="grid size-10 shrink-0 place-items-center rounded-full bg-leaf-wash text-leaf"
      >
        <Mark notice={notice} />
      </span>
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className={cx('wrap-break-word', notice.isRead ? 'font-medium' : 'font-bold')}>{headline}</span>
        {reason && <span className="line-clamp-2 wrap-break-word">{reason}</span>}
        {from && <span className="text-note text-soft">{from}</span>}
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-note text-soft">
          <time dateTime={notice.createdAt}>{ago(notice.createdAt)}</time>
          {!notice.isRead && <Badge tone="haldi">{texts.isNew}</Badge>}
        </span>
      </span>
    </Link>
  );
}

function Mark({ notice }: { notice: Notice }) {
  switch (notice.kind) {
    case 'price-alert':
      return notice.data.type === 'above' ? <TrendingUp size={20} /> : <TrendingDown size={20} />;
    case 'comment':
      return <MessageSquare size={20} />;
    case 'like':
      return <Heart size={20} />;
    case 'follow':
      return <UserPlus size={20} />;
    case 'review':
      return <Star size={20} />;
  }
}
