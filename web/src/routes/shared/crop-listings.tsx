import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useLocale, useTexts } from '#i18n/locale.ts';
import { useCrops } from '#lib/use-crop-name.ts';
import { feedQuery } from '#trade/feed/api.ts';
import { buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { BrowsedPost } from './browsed-post.tsx';

const shown = 3;

/** The latest few posts of a crop, and the way to all of them. */
export function CropListings({ crop: id }: { crop: string }) {
  const texts = useTexts('market');
  const locale = useLocale();
  const crop = useCrops()?.findCrop(id);
  const { data } = useInfiniteQuery({
    ...feedQuery({ cropType: crop?.en ?? id }),
    enabled: crop !== undefined,
  });
  const posts = data?.pages[0]?.data.slice(0, shown);
  if (!crop) return null;
  return (
    <>
      {posts?.length === 0 && <Card className="p-4 text-soft">{texts.listingsNone}</Card>}
      {posts && posts.length > 0 && (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-3.5 md:grid-cols-2 md:gap-5 lg:grid-cols-3">
          {posts.map((post) => (
            <li key={post._id}>
              <BrowsedPost post={post} eager={false} />
            </li>
          ))}
        </ul>
      )}
      <Link to="/Crops" search={{ cropType: crop.en }} className={buttonClass('line', 'self-center')}>
        {texts.listingsAll(crop[locale])}
      </Link>
    </>
  );
}
