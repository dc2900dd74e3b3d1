import { avatarWidths, coverWidths } from '@upaj/contract/limits';
import type {
  Account,
  Achievement,
  AddressEdit,
  ContactInfo,
  PlaceEdit,
  Profile,
  ProfileEdit,
  PublicProfile,
} from '@upaj/contract/people/profiles';
import type { Language } from '@upaj/contract/texts';
import type { NotificationsService } from '#src/notify/notifications/service.ts';
import type { Consumer, OutboxService } from '#src/notify/outbox/service.ts';
import { refuseNames } from '#src/people/names/rules.ts';
import { updateIdentity } from '#src/people/names/store.ts';
import type { Database } from '#src/platform/db/connection.ts';
import { unlessOrphaned } from '#src/platform/db/errors.ts';
import { AppError } from '#src/platform/http/errors.ts';
import type { RateLimit } from '#src/platform/http/rate-limit.ts';
import { localEvent } from '#src/platform/local-event.ts';
import type { MediaService } from '#src/platform/media/service.ts';
import type { Realtime } from '#src/platform/realtime/sockets.ts';
import { offeredLanguage } from '#src/platform/texts.ts';
import { followersForBadge, type ProfilesStore, type Stored } from './store.ts';

const photos = {
  avatar: { column: 'avatar', widths: avatarWidths },
  coverImage: { column: 'cover_image', widths: coverWidths },
} as const;

/** An account is new for this many ms, and may reveal few phone numbers. */
const firstDay = 24 * 60 * 60_000;

interface ProfilesDeps {
  db: Database;
  store: ProfilesStore;
  media: MediaService;
  realtime: Pick<Realtime, 'isOnline'>;
  outbox: Pick<OutboxService, 'nudge'>;
  revealsOfNewAccount: RateLimit;
}

export function profilesService(deps: ProfilesDeps) {
  const { db, store, media, realtime, outbox, revealsOfNewAccount } = deps;

  /** Emitted after a change of a name or photo that the pages of others show. */
  const shownChanged = localEvent<[userId: string]>();
  const addressChanged = localEvent<[userId: string]>();
  const complete = <Person extends Stored<Profile>>({ isWidelyFollowed, ...person }: Person) => ({
    ...person,
    isOnline: realtime.isOnline(person._id),
    achievements: achievementsOf(person, isWidelyFollowed),
  });

  return {
    shownChanged,
    addressChanged,

    async findAccount(userId: string): Promise<Account> {
      const found = await store.findAccount(userId);
      if (!found) throw new AppError('NOT_LOGGED_IN');
      if (found.isSuspended) throw new AppError('ACCOUNT_SUSPENDED');
      return { ...complete(found.account), language: offeredLanguage(found.account.language) };
    },

    async findProfile(username: string, viewerId: string): Promise<PublicProfile> {
      const profile = await store.findProfile(username, viewerId);
      if (!profile) throw new AppError('USER_NOT_FOUND');
      return complete(profile);
    },

    async editProfile(userId: string, edit: ProfileEdit): Promise<{ hasNewPhone: boolean }> {
      refuseNames({ fullName: edit.fullName, businessName: edit.businessDetails.businessName });
      const changed = await db.transaction().execute((trx) => updateIdentity(trx, userId, columnsOf(edit)));
      if (!changed) throw new AppError('NOT_LOGGED_IN');
      outbox.nudge();
      shownChanged.emit(userId);
      return changed;
    },

    async editAddress(userId: string, address: AddressEdit): Promise<void> {
      if (!(await store.update(userId, address))) throw new AppError('NOT_LOGGED_IN');
      addressChanged.emit(userId);
    },

    async givePlace(userId: string, place: PlaceEdit): Promise<void> {
      if (await store.givePlace(userId, place)) addressChanged.emit(userId);
    },

    async setLanguage(userId: string, language: Language): Promise<void> {
      if (!(await store.update(userId, { language }))) throw new AppError('NOT_LOGGED_IN');
    },

    /** Changes a photo, given as a path or the bytes, and removes the previous one. */
    async changePhoto(userId: string, field: keyof typeof photos, input: string | Buffer): Promise<string> {
      const { column, widths } = photos[field];
      const source = { field, inputs: [input], widths, owner: userId };
      const url = await media.save(source, async ([photo], claim) => {
        const shown = photo?.url ?? '';
        await db.transaction().execute(async (trx) => {
          const former = await store.lockPhotos(userId, trx);
          if (!former) throw new AppError('NOT_LOGGED_IN');
          await updateIdentity(trx, userId, { [column]: shown });
          await claim(trx);
          await media.release([former[column] ?? []].flat(), trx);
        });
        return shown;
      });
      outbox.nudge();
      if (field === 'avatar') shownChanged.emit(userId);
      return url;
    },

    async revealContact(username: string, viewerId: string): Promise<ContactInfo> {
      const isNew = await store.hasJoinedAfter(new Date(Date.now() - firstDay), viewerId, username);
      if (isNew) await revealsOfNewAccount.take(viewerId);
      const found = await unlessOrphaned(store.revealContact(username, viewerId));
      if (!found) throw new AppError('USER_NOT_FOUND');
      if (!found.isShown) throw new AppError('CONTACT_HIDDEN');
      return found.contact;
    },
  };
}

export type ProfilesService = ReturnType<typeof profilesService>;

/** Returns what the user has earned by these facts. */
function achievementsOf(
  person: Omit<Stored<Profile>, 'isWidelyFollowed'>,
  isWidelyFollowed: boolean,
): Achievement[] {
  const { createdAt, isVerified, rating, socialStats, totalPosts } = person;
  const aYearAgo = new Date();
  aYearAgo.setFullYear(aYearAgo.getFullYear() - 1);
  const earned: [boolean, Achievement['icon'], string][] = [
    [totalPosts >= 1, 'first-post', 'First post'],
    [totalPosts >= 10, 'ten-posts', 'Ten posts'],
    [isVerified, 'verified', 'Verified by Upaj'],
    [socialStats.totalReviews >= 5 && rating >= 4.5, 'well-rated', 'Rated 4.5 and better'],
    [isWidelyFollowed, 'followed', `Followed by ${followersForBadge}`],
    [new Date(createdAt) < aYearAgo, 'one-year', 'A year on Upaj'],
  ];
  return earned.flatMap(([isEarned, icon, title]) => (isEarned ? [{ icon, title }] : []));
}

function columnsOf({ contactInfo, businessDetails, farmDetails, ...edit }: ProfileEdit) {
  return {
    full_name: edit.fullName,
    major_product: edit.majorProduct,
    bio: edit.bio,
    contact: contactInfo.phone,
    whatsapp: contactInfo.whatsapp,
    business_name: businessDetails.businessName,
    specialization: businessDetails.specialization,
    experience: businessDetails.experience,
    ...(farmDetails && { farm_size: farmDetails.farmSize, certifications: farmDetails.certifications }),
  };
}

/** Notifies the owner that the phone number changed. */
export function notifyOfPhones(notifications: Pick<NotificationsService, 'add'>): Consumer<'phone.changed'> {
  return (events, trx) =>
    notifications.add(
      trx,
      events.map(({ data: { userId, at } }) => ({ userId, kind: 'phone', data: {}, at: new Date(at) })),
    );
}
