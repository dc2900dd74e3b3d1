import { foldText } from '@upaj/contract/fold-text';
import { imagePath, limits, photoWidths } from '@upaj/contract/limits';
import type { Post, PostEdit, PostForm } from '@upaj/contract/trade/posts';
import { readPostAmounts } from '@upaj/contract/trade/read-amount';
import { v7 as uuidv7 } from 'uuid';
import type { FindPostPrice } from '#src/mandi/market-page/service.ts';
import { addEvent } from '#src/notify/outbox/rows.ts';
import type { OutboxService } from '#src/notify/outbox/service.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import { retriedTransaction } from '#src/platform/db/transaction.ts';
import { AppError, invalidField } from '#src/platform/http/errors.ts';
import { imageNameOf, type StoredImage } from '#src/platform/media/images.ts';
import type { Claim, MediaService } from '#src/platform/media/service.ts';
import { resolveCrop } from '#src/platform/names/resolve-crop.ts';
import type { ViewsStore } from '#src/trade/views/store.ts';
import type { FeedService } from '#src/trade/feed/service.ts';
import { addPhotoHashes, removePhotoHashes, type PhotoHashes } from '#src/trade/photo-hashes/rows.ts';
import { searchTextOf } from '#src/trade/search-text.ts';
import type { NewPost, OwnedPost, PostChanges, PostsStore } from './store.ts';

type Photo = string | Buffer;

export interface NewPostOptions {
  authorId: string;
  /** A UUID; a repeated key creates no second post. */
  idempotencyKey?: string | undefined;
  /** Set only by the demo market, whose posts are not new to anyone. */
  createdAt?: Date;
}

export interface PostsDeps {
  db: Database;
  store: PostsStore;
  views: Pick<ViewsStore, 'count'>;
  media: MediaService;
  feed: Pick<FeedService, 'dropPages'>;
  findPrice: FindPostPrice;
  outbox: Pick<OutboxService, 'nudge'>;
  /** Saves what must stay of a post that is being deleted and locked. @returns the photos that stay */
  retainPost(postId: string, authorId: string, trx: Transaction): Promise<ReadonlySet<string>>;
}

export function postsService(deps: PostsDeps) {
  const { db, store, views, media, feed, findPrice, outbox, retainPost } = deps;

  async function findPost(postId: string, viewerId: string): Promise<Post> {
    const found = await store.findPost(postId, viewerId);
    if (!found) throw new AppError('POST_NOT_FOUND');
    const { post, view, access, agreedPrice, isHidden } = found;
    return {
      ...post,
      ...view,
      ...access,
      marketPrice: await findPrice(found),
      agreedPrice,
      ...(isHidden && { isHidden }),
    };
  }

  async function findOwned(postId: string, userId: string): Promise<OwnedPost> {
    const post = await store.findOwned(postId);
    if (!post) throw new AppError('POST_NOT_FOUND');
    if (post.authorId !== userId) throw new AppError('NOT_YOURS');
    return post;
  }

  async function assertFeaturedLeft(authorId: string, postId: string, trx: Transaction): Promise<void> {
    const others = await store.countOtherFeatured(authorId, postId, trx);
    if (others >= limits.featuredPosts) throw new AppError('TOO_MANY_FEATURED');
  }

  /** A SIM card costs little, so an account that proved nothing else cannot fill the market with posts. */
  async function assertPostsLeft(authorId: string, trx: Transaction): Promise<void> {
    const since = new Date(Date.now() - 7 * 24 * 60 * 60_000);
    if ((await store.countPostsSince(authorId, since, trx)) >= limits.postsOfUnproved)
      throw new AppError('PROOF_NEEDED');
  }

  /** The photos of a form that will be refused are not decoded. */
  const refuseBeforeDecoding = (authorId: string, postId: string) =>
    db.transaction().execute((trx) => assertFeaturedLeft(authorId, postId, trx));

  /** Locks the author before the words of the post, like every write of posts. */
  async function addPost(post: NewPost, isNew: boolean, claim: Claim, hashes: PhotoHashes): Promise<void> {
    await retriedTransaction(db, async (trx) => {
      const author = await store.countNewPost(post.author_id, trx);
      if (!author) {
        const isDeleted = await store.isDeleted(post.author_id, trx);
        throw new AppError(isDeleted ? 'NOT_LOGGED_IN' : 'ACCOUNT_SUSPENDED');
      }
      if (!author.isProved && isNew) await assertPostsLeft(post.author_id, trx);
      if (post.is_featured) await assertFeaturedLeft(post.author_id, post.id, trx);
      await store.addPost(post, trx);
      await addPhotoHashes(post.id, hashes, trx);
      if (isNew) await addEvent(trx, 'post.created', { postId: post.id });
      await claim(trx);
    });
  }

  /** Changes the photos that the post has now: another edit may have changed them meanwhile. */
  async function editPhotos(
    postId: string,
    { imageOrder }: PostEdit,
    columns: PostChanges,
    photos: readonly Photo[],
    authorId: string,
  ): Promise<void> {
    if (columns.is_featured && photos.length > 0) await refuseBeforeDecoding(authorId, postId);
    await media.save(photosOf(photos, authorId), (added, claim, hashes) =>
      retriedTransaction(db, async (trx) => {
        const post = await store.lockImages(postId, trx);
        if (!post) throw new AppError('POST_NOT_FOUND');
        const { images, isHidden } = post;
        const gallery = galleryOf(imageOrder, images, photos.length);
        await claim(trx);
        const removed = images.filter((image) => !gallery.includes(image)).map(urlOf);
        await media.release(removed, trx);
        await removePhotoHashes(
          postId,
          removed.flatMap((url) => imageNameOf(url) ?? []),
          trx,
        );
        await addPhotoHashes(postId, hashes, trx);
        if (isHidden) await media.showTo([authorId], added.map(urlOf), trx);
        if (columns.is_featured) await assertFeaturedLeft(authorId, postId, trx);
        await store.updatePost(postId, { ...columns, images: fillGallery(gallery, added) }, trx);
      }),
    );
    feed.dropPages();
    outbox.nudge();
  }

  return {
    findPost,
    findPlaceOf: store.findPlaceOf,
    findEarlier: store.findByIdempotencyKey,

    async createPost(
      form: PostForm,
      photos: readonly Photo[],
      { authorId, idempotencyKey, createdAt: past }: NewPostOptions,
    ): Promise<string> {
      const findEarlier = async () => idempotencyKey && store.findByIdempotencyKey(authorId, idempotencyKey);
      const earlier = await findEarlier();
      if (earlier) return earlier;
      if (photos.length === 0) throw invalidField('images', 'imagesRequired');
      const createdAt = past ?? new Date();
      const post = {
        id: uuidv7({ msecs: createdAt.getTime() }),
        author_id: authorId,
        idempotency_key: idempotencyKey ?? null,
        ...columnsOf(form),
        quantity: form.quantity,
        amounts: readPostAmounts(form),
        created_at: createdAt,
        updated_at: createdAt,
      };
      try {
        if (form.isFeatured) await refuseBeforeDecoding(authorId, post.id);
        await media.save(photosOf(photos, authorId), (images, claim, hashes) =>
          addPost({ ...post, images }, !past, claim, hashes),
        );
      } catch (error) {
        // When two requests have the same key, the second one returns the post of the first.
        const other = await findEarlier();
        if (other) return other;
        throw error;
      }
      feed.dropPages();
      outbox.nudge();
      return post.id;
    },

    async editPost(postId: string, edit: PostEdit, photos: readonly Photo[], userId: string): Promise<void> {
      const { images } = await findOwned(postId, userId);
      const { quantity, imageOrder } = edit;
      const { quantity: amount, ...amounts } = readPostAmounts({ ...edit, quantity: quantity ?? '' });
      const columns = {
        ...columnsOf(edit),
        ...(quantity !== undefined && { quantity }),
        amounts: { ...amounts, ...(quantity !== undefined && { quantity: amount }) },
      };
      const gallery = galleryOf(imageOrder, images, photos.length);
      if (edit.isFeatured || !isEqual(gallery, images))
        return editPhotos(postId, edit, columns, photos, userId);
      if (!(await store.updatePost(postId, columns))) throw new AppError('POST_NOT_FOUND');
      feed.dropPages();
      outbox.nudge();
    },

    async setAvailability(postId: string, isAvailable: boolean, userId: string): Promise<void> {
      if (await store.setAvailability(postId, userId, isAvailable)) feed.dropPages();
      else await findOwned(postId, userId);
    },

    async deletePost(postId: string, userId: string): Promise<void> {
      await findOwned(postId, userId);
      await retriedTransaction(db, async (trx) => {
        const post = await store.lockForDeletion(postId, trx);
        if (!post) return;
        const retained = await retainPost(postId, post.authorId, trx);
        await store.deletePost(postId, post.authorId, trx);
        const photos = post.images.map(urlOf);
        await media.release(
          photos.filter((url) => !retained.has(url)),
          trx,
        );
      });
      feed.dropPages();
    },

    async viewPost(postId: string, viewerId: string): Promise<Post> {
      await views.count(postId, viewerId);
      return findPost(postId, viewerId);
    },
  };
}

export type PostsService = ReturnType<typeof postsService>;

const urlOf = ({ url }: StoredImage) => url;

function photosOf(photos: readonly Photo[], owner: string) {
  return { field: 'images', inputs: photos, widths: photoWidths, owner };
}

type Gallery = (StoredImage | 'new')[];

/** Returns the photos that stay, in their new order, with 'new' in the place of each upload. */
function galleryOf(order: string | undefined, images: readonly StoredImage[], uploads: number): Gallery {
  const entries =
    order === undefined ? images.map(({ url }) => url) : order.split(',').filter(Boolean).map(imagePath);
  if (order === undefined) entries.push(...Array<string>(uploads).fill('new'));
  const gallery = entries.map((entry) => (entry === 'new' ? entry : images.find(({ url }) => url === entry)));
  const remaining = entries.filter((entry) => entry !== 'new');
  const isRepeated = new Set(remaining).size < remaining.length;
  const places = entries.length - remaining.length;
  if (gallery.length === 0) throw invalidField('images', 'imagesRequired');
  if (gallery.length > limits.image.perPost) throw invalidField('images', 'imagesTooMany');
  if (gallery.includes(undefined) || isRepeated || places !== uploads)
    throw invalidField('imageOrder', 'invalid');
  return gallery.filter((image) => image !== undefined);
}

function isEqual(gallery: Gallery, images: readonly StoredImage[]): boolean {
  return gallery.length === images.length && gallery.every((image, place) => image === images[place]);
}

function fillGallery(gallery: Gallery, added: readonly StoredImage[]): StoredImage[] {
  const rest = [...added];
  return gallery
    .map((image) => (image === 'new' ? rest.shift() : image))
    .filter((image) => image !== undefined);
}

function columnsOf(form: Omit<PostForm, 'quantity'>) {
  const crop = resolveCrop(form.cropType);
  return {
    title: form.title,
    description: form.description,
    price: form.price,
    price_unit: form.priceUnit,
    original_price: form.originalPrice ?? null,
    category: form.category,
    crop_type: form.cropType,
    crop_key: crop?.id ?? foldText(form.cropType),
    tags: form.tags,
    state: form.state,
    district: form.district,
    city: form.city,
    village: form.village,
    pincode: form.pincode,
    variety: form.variety,
    harvest_date: form.harvestDate ?? null,
    shelf_life: form.shelLife,
    min_order_quantity: form.minorderQunatity,
    packaging: form.packaging,
    is_organic: form.isOrganic,
    is_featured: form.isFeatured,
    search_text: searchTextOf(form),
  };
}
