import type { Language } from '@upaj/contract/texts';
import type { FindPostPrice } from '#src/mandi/market-page/service.ts';
import type { StoredImage } from '#src/platform/media/images.ts';
import { writePostHead, writePostPage, writeProfileHead } from './pages.ts';
import type { ShareStore } from './store.ts';
import { describePost, describeProfile } from './wording.ts';

export interface Reader {
  language: Language;
  /** The language that the address names, if it does. */
  chosen?: Language | undefined;
  /** The origin that people use: 'https://upaj.example'. */
  site: string;
}

const postPath = /^\/post\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/?$/i;
const profilePath = /^\/user\/([^/]+)\/?$/i;

interface ShareDeps {
  store: Pick<ShareStore, 'findPost' | 'findProfile'>;
  findPrice: FindPostPrice;
}

/** Serves people without an account. The results are undefined and '' for what they may not see. */
export function shareService({ store, findPrice }: ShareDeps) {
  async function find(postId: string, { language }: Reader) {
    const post = await store.findPost(postId);
    return post && { post, wording: describePost(post, await findPrice(post), language) };
  }

  return {
    async writePage(postId: string, reader: Reader): Promise<string | undefined> {
      const found = await find(postId, reader);
      return found && writePostPage({ ...found, ...reader });
    },

    async findPhoto(postId: string): Promise<StoredImage | undefined> {
      return (await store.findPost(postId))?.image ?? undefined;
    },

    /** Writes the tags for the app's own page at this path. */
    async writeHead(path: string, reader: Reader): Promise<string> {
      const [, postId] = postPath.exec(path) ?? [];
      const found = postId && (await find(postId, reader));
      if (found) return writePostHead({ ...found, ...reader });
      const [, username] = profilePath.exec(path) ?? [];
      const profile = username && (await store.findProfile(decode(username)));
      return profile ? writeProfileHead(profile, describeProfile(profile, reader.language), reader) : '';
    },
  };
}

export type ShareService = ReturnType<typeof shareService>;

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
