import type { Post } from '@upaj/contract/trade/posts';
import { usePlaceName, useT } from '#i18n/locale.ts';
import { useFormat } from '#lib/format.ts';
import { useCropName } from '#lib/use-crop-name.ts';
import { Badge } from '#ui/badge.tsx';
import { Facts } from '#ui/facts.tsx';

export function PostFacts({ post }: { post: Post }) {
  const t = useT();
  const { date } = useFormat();
  const placeName = usePlaceName();
  return (
    <Facts
      facts={[
        {
          label: t.post.availability,
          value: (
            <Badge tone={post.isAvailable ? 'leaf' : 'mirch'}>
              {post.isAvailable ? t.post.inStock : t.post.outOfStock}
            </Badge>
          ),
        },
        { label: t.post.quantity, value: post.quantity },
        { label: t.post.location, value: `${post.location.city}, ${placeName(post.location.state)}` },
        { label: t.post.postedOn, value: <time dateTime={post.createdAt}>{date(post.createdAt)}</time> },
      ]}
    />
  );
}

export function Specifications({ post }: { post: Post }) {
  const t = useT();
  const { date } = useFormat();
  const cropName = useCropName();
  const { variety, harvestDate, shelLife, minorderQunatity, packaging } = post.specifications;
  return (
    <Facts
      facts={[
        { label: t.post.cropType, value: cropName(post.cropType) },
        { label: t.post.variety, value: variety },
        { label: t.post.harvestDate, value: harvestDate && date(harvestDate) },
        { label: t.post.shelfLife, value: shelLife },
        { label: t.post.minimumOrder, value: minorderQunatity },
        { label: t.post.packaging, value: packaging },
      ]}
    />
  );
}
