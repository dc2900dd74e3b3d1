import type { ListedPost } from '@upaj/contract/trade/posts';
import type { FindPostPrice } from '#src/mandi/market-page/service.ts';
import { unlessOrphaned } from '#src/platform/db/errors.ts';
import { AppError } from '#src/platform/http/errors.ts';
import type { List, PageRequest } from '#src/platform/http/paging.ts';
import type { FeedViewer } from '#src/trade/feed/request.ts';
import { listMarked } from '#src/trade/lists/marked.ts';
import type { SavesStore } from './store.ts';

export interface SavesService {
  save(userId: string, postId: string): Promise<{ isSaved: boolean }>;
  unsave(userId: string, postId: string): Promise<{ isSaved: boolean }>;
  findSaved(viewer: FeedViewer, query: PageRequest): Promise<List<ListedPost>>;
}

export function savesService(store: SavesStore, findPrice: FindPostPrice): SavesService {
  async function write(isSaved: boolean, isPostFound: Promise<boolean>): Promise<{ isSaved: boolean }> {
    if (!(await unlessOrphaned(isPostFound))) throw new AppError('POST_NOT_FOUND');
    return { isSaved };
  }

  return {
    save: (userId, postId) => write(true, store.add(userId, postId)),
    unsave: (userId, postId) => write(false, store.remove(userId, postId)),
    findSaved: ({ id, place }, query) =>
      listMarked((cursor, limit) => store.findSaved(id, cursor, limit), findPrice, place, query),
  };
}
