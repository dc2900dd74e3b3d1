import type { Packaging } from '@upaj/contract/trade/amounts';
import type { Post } from '@upaj/contract/trade/posts';
import Leaf from 'lucide-react/icons/leaf';
import type { ReactNode } from 'react';
import { writePackaging } from '@upaj/contract/trade/write-amount';
import { useAmount } from '#i18n/amount.ts';
import { langOf, usePlaceName, useT } from '#i18n/locale.ts';
import { useFormat } from '#lib/format.ts';
import { useNameOfCrop } from '#i18n/crop-names.ts';
import { AgreedPrice } from '#mandi/agreed-price.tsx';
import { useTranslated } from '#trade/translate/use-translated.tsx';
import { Badge } from '#ui/badge.tsx';
import { Card, Facts } from '#ui/card.tsx';
import { lazyListen } from '#ui/listen/lazy-listen.tsx';
import { Skeleton, SpinnerIcon } from '#ui/loading.tsx';
import { useTownName } from './card-facts.tsx';
import { Gallery } from './gallery.tsx';
import { MarketDetails } from './market-details.tsx';
import { Price } from './price.tsx';
import { SellerCard } from './seller-card.tsx';

const Listen = lazyListen('post', async () => (await import('./listen-to-post.tsx')).ListenToPost);

interface PostDetailsProps {
  post: Post;
  actions: ReactNode;
  report: ReactNode;
  /** The children are the comments, which are shown below the details. */
  children: ReactNode;
}

export function PostDetails({ post, actions, report, children }: PostDetailsProps) {
  const tNames = useT('names');
  const t = useT('post');
  const tPostPage = useT('post-page');
  const { title, description } = post;
  const { texts, button, markOf } = useTranslated({ title, description });
  return (
    <article className={columns}>
      <Gallery post={post} />
      <div className="flex flex-col gap-3 max-lg:-mt-2 lg:col-start-2 lg:row-span-3 lg:row-start-1 lg:gap-4">
        <div className="flex flex-wrap gap-2">
          <Badge tone="plain">{tNames(`category.${post.category}`)}</Badge>
          {post.isOrganic && (
            <Badge tone="leaf">
              <Leaf size={14} aria-hidden />
              {tPostPage('organic')}
            </Badge>
          )}
          {post.isFeatured && <Badge tone="haldi">{t('featured')}</Badge>}
        </div>
        <div>
          <h1 lang={langOf(texts.title)} className="text-title font-bold tracking-tight">
            {texts.title}
          </h1>
          {button}
        </div>
        <div className="flex items-start justify-between gap-2">
          <Price post={post} />
          <Listen post={post} />
        </div>
        <MarketDetails post={post} />
        <AgreedPrice
          agreed={post.agreedPrice}
          district={post.location.district}
          unit={post.priceUnit === 'per kg' ? 'kg' : 'quintal'}
        />
        <PostFacts post={post} />
        {actions}
        <SellerCard author={post.author} report={report} />
      </div>
      <div className="flex flex-col gap-5">
        <section>
          <h2 className="mb-1.5 text-lead font-semibold">{tPostPage('description')}</h2>
          <p lang={langOf(texts.description)} className="whitespace-pre-line">
            {texts.description}
          </p>
          {markOf('description')}
        </section>
        {post.tags.length > 0 && (
          <ul aria-label={tPostPage('tags')} className="flex flex-wrap gap-x-3 gap-y-1 text-leaf">
            {post.tags.map((tag) => (
              <li key={tag} lang={langOf(tag)}>
                #{tag}
              </li>
            ))}
          </ul>
        )}
        <Card className="px-4 pt-4 pb-1.5">
          <h2 className="mb-1 text-lead font-semibold">{tPostPage('specifications')}</h2>
          <Specifications post={post} />
        </Card>
      </div>
      <div>{children}</div>
    </article>
  );
}

/** On desktops the second column is as high as everything in the first. */
const columns =
  'grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] ' +
  'lg:grid-rows-[auto_auto_1fr] lg:items-start lg:gap-y-6';

function PostFacts({ post }: { post: Post }) {
  const t = useT('post-page');
  const { date } = useFormat();
  const placeName = usePlaceName();
  const amountOf = useAmount();
  const { quantity, amounts, location } = post;
  const town = useTownName()(location);
  return (
    <Facts
      facts={[
        {
          label: t('availability'),
          value: (
            <Badge tone={post.isAvailable ? 'leaf' : 'mirch'}>
              {post.isAvailable ? t('inStock') : t('outOfStock')}
            </Badge>
          ),
        },
        { label: t('quantity'), value: amounts?.quantity ? amountOf(amounts.quantity) : quantity },
        { label: t('location'), value: `${town}, ${placeName(location.state)}` },
        { label: t('postedOn'), value: <time dateTime={post.createdAt}>{date(post.createdAt)}</time> },
      ]}
    />
  );
}

function Specifications({ post }: { post: Post }) {
  const t = useT('post-page');
  const { date } = useFormat();
  const cropName = useNameOfCrop(post);
  const amountOf = useAmount();
  const { amounts } = post;
  const packagingText = (read: Packaging) =>
    writePackaging(read, (code) => t(`packagings.${code}`), amountOf);
  const { variety, harvestDate, shelLife, minorderQunatity, packaging } = post.specifications;
  return (
    <Facts
      facts={[
        { label: t('cropType'), value: cropName },
        { label: t('variety'), value: variety },
        { label: t('harvestDate'), value: harvestDate && date(harvestDate) },
        { label: t('shelfLife'), value: amounts?.shelLife ? amountOf(amounts.shelLife) : shelLife },
        {
          label: t('minimumOrder'),
          value: amounts?.minorderQunatity ? amountOf(amounts.minorderQunatity) : minorderQunatity,
        },
        { label: t('packaging'), value: amounts?.packaging ? packagingText(amounts.packaging) : packaging },
      ]}
    />
  );
}

export function PostDetailsSkeleton() {
  const t = useT('post-page');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-8">
      <Skeleton shape="block" className="aspect-[4/3] w-full" />
      <div className="flex flex-col gap-4">
        <div role="status" className="flex items-center gap-3 text-soft">
          <SpinnerIcon />
          <div>
            <p>{t('loadingDetails')}</p>
            <p className="text-note">{t('fetching')}</p>
          </div>
        </div>
        <Skeleton className="h-8 w-4/5" />
        <Skeleton className="h-9 w-2/5" />
        <Skeleton shape="block" className="h-40 w-full" />
        <Skeleton className="h-12 w-full" />
      </div>
    </div>
  );
}
