import type * as z from 'zod/mini';
import { chatEndpoints } from './chat/messages.ts';
import { dealEndpoints } from './deals/deals.ts';
import { offerEndpoints } from './deals/offers.ts';
import { overviewEndpoints } from './deals/overview.ts';
import { reviewEndpoints } from './deals/reviews.ts';
import { alertEndpoints } from './mandi/alerts.ts';
import { cropSearchEndpoints } from './mandi/crop-search.ts';
import { marketEndpoints } from './mandi/market-page.ts';
import { ownCropEndpoints } from './mandi/own-crops.ts';
import { newsEndpoints } from './mandi/news.ts';
import { rateEndpoints } from './mandi/rates.ts';
import { adminEndpoints } from './moderation/admin.ts';
import { appealEndpoints } from './moderation/appeals.ts';
import { auditEndpoints } from './moderation/audit.ts';
import { caseEndpoints } from './moderation/cases.ts';
import { operationsEndpoints } from './moderation/operations.ts';
import { reportEndpoints } from './moderation/reports.ts';
import { staffEndpoints } from './moderation/staff.ts';
import { verificationEndpoints } from './moderation/verification.ts';
import { notificationSchemas } from './notifications.ts';
import { notificationEndpointsOf, notificationSchemaOf } from './notify/notifications.ts';
import { accountEndpoints } from './people/account.ts';
import { blockEndpoints } from './people/blocks.ts';
import { peopleEndpoints } from './people/directory.ts';
import { followEndpoints } from './people/follows.ts';
import { profileEndpoints } from './people/profiles.ts';
import { secondFactorEndpoints } from './people/second-factor.ts';
import { mobileNumberEndpoints } from './people/mobile-numbers.ts';
import { socialEndpoints } from './people/social-login.ts';
import { userEndpoints } from './people/users.ts';
import { placeEndpoints } from './find-place.ts';
import type { CallLimit } from './rate-limits.ts';
import { commentEndpoints } from './trade/comments.ts';
import { feedEndpoints } from './trade/feed.ts';
import { likeEndpoints } from './trade/likes.ts';
import { postEndpoints } from './trade/posts.ts';
import { savedSearchEndpoints } from './trade/saved-searches.ts';
import { saveEndpoints } from './trade/saves.ts';
import { searchEndpoints } from './trade/search.ts';
import { spokenPostEndpoints } from './trade/spoken-posts.ts';
import { wantedEndpoints } from './trade/wanted.ts';

export type WhenRestricted = 'open' | 'closed';

export interface Endpoint {
  params?: z.core.$ZodType;
  query?: z.core.$ZodType;
  body?: z.core.$ZodType;
  /** Multipart fields that carry photos, with the maximum count of each. */
  files?: Readonly<Record<string, number>>;
  response: z.core.$ZodType;
  /**
   * Says whether a restricted member may make the call: 'closed' is what shows something of them to others or makes a
   * new deal. Paying, confirming, cancelling, appealing, reporting and the safety of the account stay open.
   */
  whenRestricted?: WhenRestricted;
  /** These limits count a call before its body is read. */
  limits?: readonly CallLimit[];
  /** These limits count a call when its form is valid. */
  formLimits?: readonly CallLimit[];
}

type DeclaredEndpoints = Record<`GET ${string}`, Endpoint> &
  Record<`${'POST' | 'PUT' | 'PATCH' | 'DELETE'} ${string}`, Endpoint & { whenRestricted: WhenRestricted }>;

/**
 * Endpoints by `METHOD path`. Each that changes something says whether a restriction closes it. The web imports only the type, so that it loads no schemas where nothing is validated.
 */
export const endpoints = {
  ...placeEndpoints,
  ...userEndpoints,
  ...profileEndpoints,
  ...accountEndpoints,
  ...secondFactorEndpoints,
  ...mobileNumberEndpoints,
  ...socialEndpoints,
  ...postEndpoints,
  ...feedEndpoints,
  ...searchEndpoints,
  ...spokenPostEndpoints,
  ...likeEndpoints,
  ...saveEndpoints,
  ...savedSearchEndpoints,
  ...commentEndpoints,
  ...wantedEndpoints,
  ...followEndpoints,
  ...offerEndpoints,
  ...dealEndpoints,
  ...overviewEndpoints,
  ...reviewEndpoints,
  ...blockEndpoints,
  ...reportEndpoints,
  ...adminEndpoints,
  ...staffEndpoints,
  ...verificationEndpoints,
  ...caseEndpoints,
  ...appealEndpoints,
  ...auditEndpoints,
  ...operationsEndpoints,
  ...chatEndpoints,
  ...peopleEndpoints,
  ...cropSearchEndpoints,
  ...rateEndpoints,
  ...newsEndpoints,
  ...ownCropEndpoints,
  ...marketEndpoints,
  ...alertEndpoints,
  ...notificationEndpointsOf(notificationSchemaOf(notificationSchemas())),
} as const satisfies DeclaredEndpoints;

export type Endpoints = typeof endpoints;
export type EndpointKey = keyof Endpoints;
