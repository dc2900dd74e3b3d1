import { createServer, type Server } from 'node:http';
import { json } from 'node:stream/consumers';
import type { PostForm } from '@upaj/contract/trade/posts';
import { postFormSchema } from '@upaj/contract/trade/posts';
import { connect } from '../server/src/platform/db/connect.ts';
import type { MediaService } from '../server/src/platform/media/service.ts';
import { postsService } from '../server/src/trade/posts/service.ts';
import { postsStore } from '../server/src/trade/posts/store.ts';
import { postFields } from '../server/test/factories.ts';

const image = { url: '/media/0-1280.webp', width: 1280, height: 960, thumbhash: '' };

/** Stands in for the app's media service, but decodes and stores no photos. */
const media = {
  save: (
    _: unknown,
    show: (images: unknown[], claim: () => Promise<void>, hashes: Map<string, unknown>) => unknown,
  ) => show([image], async () => {}, new Map()),
} as unknown as MediaService;

/** Serves writes of posts by the app's service, without the photos that every new post brings. */
export async function servePostsStore(databaseUrl: string, poolSize: number): Promise<Server> {
  const { db } = await connect({ databaseUrl, dataDir: '', poolSize });
  const store = postsStore({ db });
  const posts = postsService({
    db,
    store,
    views: { count: async () => {} },
    media,
    feed: { dropPages() {} },
    outbox: { nudge() {} },
    findPrice: async () => null,
    retainPost: async () => new Set(),
  });
  const form: PostForm = postFormSchema.parse(postFields());
  const writes: Record<string, (body: never) => Promise<unknown>> = {
    create: ({ authorId }: { authorId: string }) => posts.createPost(form, ['photo'], { authorId }),
    price: ({ id, price }: { id: string; price: number }) => store.updatePost(id, { price }),
  };
  return createServer((request, response) => {
    json(request)
      .then(
        (body) =>
          writes[request.url?.slice(1) ?? '']?.(body as never) ?? Promise.reject(new Error(request.url)),
      )
      .then(
        () => response.writeHead(200, { 'content-type': 'application/json', 'content-length': 2 }).end('{}'),
        (error: unknown) => response.writeHead(500, { 'content-length': 0 }).end(console.error(error)),
      );
  });
}
