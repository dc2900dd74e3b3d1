import { createHash } from 'node:crypto';
import type { MessagesService } from '#src/chat/messages/service.ts';
import type { DealsService } from '#src/deals/deals/service.ts';
import type { OffersService } from '#src/deals/offers/service.ts';
import type { ReviewsService } from '#src/deals/reviews/service.ts';
import type { UpiService } from '#src/deals/upi/service.ts';
import type { AlertsService } from '#src/mandi/alerts/service.ts';
import type { RatesService } from '#src/mandi/rates/service.ts';
import type { NotificationsService } from '#src/notify/notifications/service.ts';
import type { FollowsService } from '#src/people/follows/service.ts';
import type { ProfilesService } from '#src/people/profiles/service.ts';
import type { UsersService } from '#src/people/users/service.ts';
import type { CommentsService } from '#src/trade/comments/service.ts';
import type { LikesService } from '#src/trade/likes/service.ts';
import type { WantedService } from '#src/trade/wanted/service.ts';
import type { PostsService } from '#src/trade/posts/service.ts';
import type { SavedSearchesService } from '#src/trade/saved-searches/service.ts';
import type { DemoData } from './read.ts';
import type { SampleRates } from './sample-rates.ts';

export interface DemoServices {
  users: UsersService;
  profiles: ProfilesService;
  follows: FollowsService;
  posts: PostsService;
  likes: LikesService;
  comments: CommentsService;
  wanted: WantedService;
  chat: MessagesService;
  offers: OffersService;
  deals: DealsService;
  upi: UpiService;
  reviews: ReviewsService;
  rates: RatesService;
  alerts: AlertsService;
  savedSearches: SavedSearchesService;
  notifications: NotificationsService;
}

export interface DemoMarket {
  services: DemoServices;
  data: DemoData;
  userIds: Map<string, string>;
  postIds: Map<string, string>;
  sampleRates: SampleRates | undefined;
}

const hour = 60 * 60_000;

export const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * hour);

/** Makes the same id for the same text, so that a second start finds existing rows. */
export function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
