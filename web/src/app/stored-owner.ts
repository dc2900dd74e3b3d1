import { deviceTexts } from '#lib/storage.ts';

const key = 'upaj-stored';

/** The id of the user whose data is stored in this browser, if there may be any. */
export const storedOwner = {
  read: () => deviceTexts.read(key),
  write: (id: string | undefined) => deviceTexts.write(key, id),
};
