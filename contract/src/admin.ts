import * as z from 'zod/mini';
import { envelope } from './envelope.ts';
import { emptyAsAbsent, idSchema, optionalText, requiredText } from './fields.ts';
import { limits } from './limits.ts';
import { say } from './messages.ts';
import { postParamsSchema } from './posts.ts';
import { reportKinds, reportReasons } from './reports.ts';

/** A username in any letter case, or an e-mail address. */
const person = requiredText('usernameRequired', limits.email.max);

/** A report as moderators read it. */
export const listedReportSchema = z.object({
  _id: idSchema,
  kind: z.enum(reportKinds),
  reason: z.enum(reportReasons),
  details: z.string(),
  /** How much the reporter's word weighed. */
  weight: z.number(),
  reporterUsername: z.string(),
  targetId: idSchema,
  /** Whose post, message or comment it is, or who is reported. */
  ownerUsername: z.string(),
  /** The post's title, or the text of the message or comment; '' for a person. */
  text: z.string(),
  /** The post is hidden by reports or a moderator; the comment is deleted. */
  isHidden: z.boolean(),
  isResolved: z.boolean(),
  /** ISO 8601 in UTC. */
  date: z.string(),
});
export type ListedReport = z.infer<typeof listedReportSchema>;

const done = envelope(z.null());
const ofPerson = { body: z.object({ person }), response: done };
const ofPost = { body: postParamsSchema, response: done };

/**
 * What `npm run admin` calls, with an `authorization: Bearer` header that is made from the server's SECRET_KEY; nobody
 * can log in to them. Every one is idempotent and answers with what it did in `message`.
 */
export const adminEndpoints = {
  'POST /api/v1/admin/verify': ofPerson,
  'POST /api/v1/admin/unverify': ofPerson,
  /** Ends every session and hides every post until the account is restored. */
  'POST /api/v1/admin/suspend': {
    body: z.object({ person, reason: optionalText(limits.report.max) }),
    response: done,
  },
  'POST /api/v1/admin/restore': ofPerson,
  /** The 200 latest, those that are open only unless `all`. `total` counts the rest too. */
  'GET /api/v1/admin/reports': {
    query: z.object({ all: emptyAsAbsent(z.enum(['true', 'false'], say('invalid'))) }),
    response: envelope(z.object({ reports: z.array(listedReportSchema), total: z.number() })),
  },
  'POST /api/v1/admin/resolve': { body: z.object({ reportId: idSchema }), response: done },
  'POST /api/v1/admin/hide-post': ofPost,
  /** Shows a post again that was hidden by reports or a moderator, and resolves its open reports. */
  'POST /api/v1/admin/show-post': ofPost,
  /** Nobody but moderators sees it any more; its open reports are resolved. */
  'POST /api/v1/admin/delete-comment': { body: z.object({ commentId: idSchema }), response: done },
  /** Asks data.gov.in for the day's rates now, and answers when they are in. SOURCE_FAILED when not all came. */
  'POST /api/v1/admin/fetch-rates': { response: done },
} as const;
