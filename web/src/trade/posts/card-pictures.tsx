import { limits } from '@upaj/contract/limits';
import type { Post } from '@upaj/contract/trade/posts';
import { useT } from '#i18n/locale.ts';
import { cx } from '#ui/cx.ts';
import { Picture } from '#ui/picture.tsx';

interface Layout {
  grid: string;
  /** `sizes` of the large picture. */
  large: string;
}

const two: Layout = { grid: 'grid-cols-2', large: '(min-width: 64rem) 14rem, (min-width: 48rem) 23vw, 46vw' };
const beside = '(min-width: 64rem) 18rem, (min-width: 48rem) 31vw, 62vw';
const three: Layout = { grid: 'grid-cols-[2fr_1fr] grid-rows-2', large: beside };
const four: Layout = { grid: 'grid-cols-[2fr_1fr] grid-rows-3', large: beside };
const one: Layout = { grid: '', large: '(min-width: 64rem) 27rem, (min-width: 48rem) 46vw, 92vw' };
const layouts: Record<number, Layout> = { 2: two, 3: three, 4: four };

/** One large picture and up to three small ones; '+N' on the last says how many more there are. */
export function CardPictures({ post, eager }: { post: Post; eager: boolean }) {
  const t = useT();
  const shown = post.images.slice(0, limits.card.images);
  const more = post.images.length - shown.length;
  const count = Math.max(1, shown.length);
  const layout = layouts[count] ?? one;
  return (
    <span className={cx('grid aspect-[8/5] gap-0.5', layout.grid)}>
      {Array.from({ length: count }, (_, index) => (
        <span
          key={shown[index] ?? index}
          className={cx('relative overflow-hidden', index === 0 && count > 2 && 'row-span-full')}
        >
          <Picture
            src={shown[index]}
            alt={t.post.picture(post.title, index + 1)}
            thumbhash={post.imageInfo[index]?.thumbhash}
            eager={eager && index === 0}
            sizes={index === 0 || layout === two ? layout.large : '9rem'}
            widest={640}
          />
          {more > 0 && index === count - 1 && (
            <span className="absolute inset-0 grid place-items-center bg-shade text-lead font-semibold text-on-shade">
              <span aria-hidden>+{more}</span>
              <span className="sr-only">{t.post.morePictures(more)}</span>
            </span>
          )}
        </span>
      ))}
    </span>
  );
}
