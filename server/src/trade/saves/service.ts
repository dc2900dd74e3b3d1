import type { ListedPost } from '@upaj/contract/trade/posts';
import type { FindPostPrice } from '#src/mandi/market-page/service.ts';
import { unlessOrphaned } from '#src/platform/db/errors.ts';
import { AppError } from '#src/platform/http/errors.ts';
import type { List, PageRequest } from '#src/platform/http/paging.ts';
import type { FeedViewer } from '#src/trade/feed/request.ts';
import { listMarked } from '#src/trade/lists/marked.ts';
import type { SavesStore } from './store.ts';

interface SavesDeps {
  store: SavesStore;
  findPrice: FindPostPrice;
}

export function savesService({ store, findPrice }: SavesDeps) {
  async function write(isSaved: boolean, isPostFound: Promise<boolean>): Promise<{ isSaved: boolean }> {
    if (!(await unlessOrphaned(isPostFound))) throw new AppError('POST_NOT_FOUND');
    return { isSaved };
  }

  return {
    save: (userId: string, postId: string) => write(true, store.add(userId, postId)),
    unsave: (userId: string, postId: string) => write(false, store.remove(userId, postId)),
    findSaved: ({ id, place }: FeedViewer, query: PageRequest): Promise<List<ListedPost>> =>
      listMarked((cursor, limit) => store.findSaved(id, cursor, limit), findPrice, place, query),
  };
}

export type SavesService = ReturnType<typeof savesService>;
