import type * as z from 'zod/mini';
import { accountEndpoints } from './account.ts';
import { adminEndpoints } from './admin.ts';
import { alertEndpoints } from './alerts.ts';
import { blockEndpoints } from './blocks.ts';
import { chatEndpoints } from './chat.ts';
import { commentEndpoints } from './comments.ts';
import { feedEndpoints } from './feed.ts';
import { followEndpoints } from './follows.ts';
import { likeEndpoints } from './likes.ts';
import { marketEndpoints } from './market.ts';
import { newsEndpoints } from './news.ts';
import { notificationEndpoints } from './notifications.ts';
import { peopleEndpoints } from './people.ts';
import { postEndpoints } from './posts.ts';
import { profileEndpoints } from './profiles.ts';
import { rateEndpoints } from './rates.ts';
import { reportEndpoints } from './reports.ts';
import { reviewEndpoints } from './reviews.ts';
import { socialEndpoints } from './social.ts';
import { userEndpoints } from './users.ts';

/** One call: what it takes and what it answers. `files` names the multipart fields that carry pictures, and how many each. */
export interface Endpoint {
  params?: z.core.$ZodType;
  query?: z.core.$ZodType;
  body?: z.core.$ZodType;
  files?: Readonly<Record<string, number>>;
  response: z.core.$ZodType;
}

/**
 * Every call of the API, by `METHOD path`. The web imports only the type of it, so that no schema weighs on a
 * screen that does not validate.
 */
export const endpoints = {
  ...userEndpoints,
  ...profileEndpoints,
  ...accountEndpoints,
  ...socialEndpoints,
  ...postEndpoints,
  ...feedEndpoints,
  ...likeEndpoints,
  ...commentEndpoints,
  ...followEndpoints,
  ...reviewEndpoints,
  ...blockEndpoints,
  ...reportEndpoints,
  ...adminEndpoints,
  ...chatEndpoints,
  ...peopleEndpoints,
  ...rateEndpoints,
  ...newsEndpoints,
  ...marketEndpoints,
  ...alertEndpoints,
  ...notificationEndpoints,
} as const satisfies Record<string, Endpoint>;

export type Endpoints = typeof endpoints;
export type EndpointKey = keyof Endpoints;
