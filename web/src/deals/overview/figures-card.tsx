import { Link } from '@tanstack/react-router';
import type { PostFigures } from '@upaj/contract/deals/overview';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { langOf, useT } from '#i18n/locale.ts';
import { formatCount, formatMoney } from '#lib/format.ts';
import { AvailabilityBadge } from '#trade/posts/availability-badge.tsx';
import { MarketPriceLine } from '#trade/posts/market-price-line.tsx';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { DayBars } from '#ui/day-bars.tsx';
import { Photo } from '#ui/photos/photo.tsx';
import { adviceFor, type Advice } from './advice.ts';

const counted = ['views', 'likes', 'saves', 'chats', 'offers'] as const;
const link = 'inline-flex min-h-11 items-center gap-2 font-semibold text-leaf hover:underline';

export function FiguresCard({ post }: { post: PostFigures }) {
  const t = useT('overview');
  const tNames = useT('names');
  const { _id, title, price, priceUnit, allViews } = post;
  return (
    <Card className="h-full">
      <article className="flex flex-col gap-3 p-3.5">
        <div className="flex gap-3">
          <span className="relative size-14 shrink-0 overflow-hidden rounded-small">
            <Photo src={post.image ?? undefined} alt="" sizes="3.5rem" widest={320} />
          </span>
          <div className="min-w-0 flex-1">
            <h2 className="leading-tight font-semibold">
              <Link
                to="/post/$postId"
                params={{ postId: _id }}
                lang={langOf(title)}
                className="line-clamp-2 hover:underline"
              >
                {title}
              </Link>
            </h2>
            <p className="flex flex-wrap items-baseline gap-x-1.5 text-note text-soft">
              <b className="text-lead font-bold text-ink">{formatMoney(price)}</b>
              {tNames(`unit.${priceUnit}`)}
            </p>
          </div>
          <span className="flex shrink-0 flex-col items-end gap-1">
            <AvailabilityBadge isAvailable={post.isAvailable} />
            {post.isHidden && <Badge tone="mirch">{t('hidden')}</Badge>}
          </span>
        </div>
        <MarketPriceLine post={post} good="above" />
        <Counts post={post} />
        <div>
          {post.month.views > 0 && (
            <DayBars values={post.viewsByDay} describe={(facts) => t('chart', facts)} />
          )}
          <p className="text-tiny text-soft">
            {t('allViews', { count: allViews, shown: formatCount(allViews) })}
          </p>
        </div>
        <Next post={post} />
      </article>
    </Card>
  );
}

function Counts({ post }: { post: PostFigures }) {
  const t = useT('overview');
  return (
    <table className="w-full table-fixed text-center">
      <caption className="sr-only">{t('tableOf', { title: post.title })}</caption>
      <thead className="text-tiny text-soft">
        <tr>
          <th scope="col" className="w-[18%]">
            <span className="sr-only">{t('period')}</span>
          </th>
          {counted.map((kind) => (
            <th key={kind} scope="col" className="font-normal">
              {t(kind)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {([7, 30] as const).map((days) => (
          <tr key={days}>
            <th scope="row" className="py-0.5 text-left text-tiny font-normal text-soft">
              {t('lastDays', { days })}
            </th>
            {counted.map((kind) => (
              <td key={kind} className="py-0.5 font-semibold">
                {formatCount((days === 7 ? post.week : post.month)[kind])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Next({ post }: { post: PostFigures }) {
  const t = useT('overview');
  const textOf = useAdviceText();
  const advice = adviceFor(post);
  const hasEdits = advice.some(({ kind }) => kind !== 'offers');
  return (
    <section className="rounded-control bg-leaf-wash px-3 py-2">
      <h3 className="text-note font-semibold">{t('next')}</h3>
      {advice.length === 0 && <p className="text-note">{t('advice.none')}</p>}
      <ul className="text-note">
        {advice.map((one) => (
          <li key={one.kind}>
            {one.kind === 'offers' ? (
              <Link to="/deals" search={{ tab: 'offers', box: 'received', status: 'open' }} className={link}>
                {textOf(one)}
                <ArrowRight size={16} aria-hidden />
              </Link>
            ) : (
              <p className="py-0.5">{textOf(one)}</p>
            )}
          </li>
        ))}
      </ul>
      {hasEdits && <EditLink post={post} />}
    </section>
  );
}

function EditLink({ post: { _id, title } }: { post: PostFigures }) {
  const t = useT('post');
  return (
    <Link
      to="/post/$postId/edit"
      params={{ postId: _id }}
      aria-label={`${t('edit')}: ${title}`}
      className={`${link} text-note`}
    >
      {t('edit')}
      <ArrowRight size={16} aria-hidden />
    </Link>
  );
}

function useAdviceText(): (advice: Advice) => string {
  const t = useT('overview');
  return (advice) => {
    if (advice.kind === 'price') return t('advice.price', { percent: advice.percent });
    if (advice.kind === 'offers') return t('advice.offers', { count: advice.count });
    if (advice.kind === 'photos') return t('advice.photos', { count: advice.count });
    return t(`advice.${advice.kind}`);
  };
}
