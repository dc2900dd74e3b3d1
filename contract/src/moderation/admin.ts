import * as z from 'zod/mini';
import { envelope } from '../envelope.ts';
import { say } from '../field-messages.ts';
import { emptyAsAbsent, idSchema, optionalText, requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import { postParamsSchema } from '../trade/posts.ts';
import { reportKinds, reportReasons } from './reports.ts';
import { staffRoleSchema } from './staff.ts';

/** A username in any case, or an email address. */
const person = requiredText('usernameRequired', limits.email.max);

export const listedReportSchema = z.object({
  _id: idSchema,
  kind: z.enum([...reportKinds, 'deal']),
  reason: z.enum([...reportReasons, 'problem', 'cancelled']),
  details: z.string(),
  weight: z.number(),
  /** Null when the case was opened because one side cancelled a deal alone. */
  reporterUsername: z.nullable(z.string()),
  targetId: idSchema,
  /** The author of the content, the reported person, or the side of the deal that the report is about. */
  ownerUsername: z.string(),
  deal: z.nullable(z.object({ number: z.string(), buyer: z.string(), seller: z.string() })),
  /** The title of the post or deal, or the text of the message or comment. */
  text: z.string(),
  /** True when the post is hidden or the comment is deleted. */
  isHidden: z.boolean(),
  isResolved: z.boolean(),
  date: z.string(),
});
export type ListedReport = z.infer<typeof listedReportSchema>;

export const mediaCheckSchema = z.object({
  /** How many photos are shown, and how many files they have. */
  photos: z.number(),
  files: z.number(),
  found: z.number(),
  /**
   * Lists the first 500. 'unused' are files that nothing shows, 'incomplete' photos lack some sizes, 'missing' photos
   * lack all, and 'withheld' photos are shown although they are listed as deleted.
   */
  problems: z.array(
    z.object({
      kind: z.enum(['unused', 'incomplete', 'missing', 'withheld']),
      name: z.string(),
      /** The row that shows the photo, such as 'posts 0190…'. */
      shownBy: z.string(),
      isRepaired: z.boolean(),
    }),
  ),
});
export type MediaCheck = z.infer<typeof mediaCheckSchema>;

export const begunCopySchema = z.object({
  /**
   * Recovery starts from this position in the write-ahead log. `firstLog` is the first file of the log that it needs.
   */
  start: z.string(),
  firstLog: z.string(),
  /** The last migration of the database. */
  schema: z.string(),
  /** PostgreSQL's version. */
  version: z.string(),
});
export type BegunCopy = z.infer<typeof begunCopySchema>;

const bytes = z.nullable(z.int(say('invalid')).check(z.gte(0, say('invalid'))));
export const backupResultSchema = z.object({
  outcome: z.enum(['success', 'failure'], say('invalid')),
  /** The folder of the backup, or the reason why it failed. */
  what: requiredText('invalid', 1_000),
  /** Null when the backup failed. */
  databaseBytes: bytes,
  photoBytes: bytes,
});
export type BackupResult = z.infer<typeof backupResultSchema>;

const done = envelope(z.null());
const ofPerson = { body: z.object({ person }), response: done };
const ofPost = { body: postParamsSchema, response: done };

/**
 * `npm run admin` makes these calls, with an `authorization: Bearer` header derived from SECRET_KEY. All are idempotent
 * and describe the result in `message`.
 */
export const adminEndpoints = {
  'POST /api/v1/admin/verify': { whenRestricted: 'open', ...ofPerson },
  'POST /api/v1/admin/unverify': { whenRestricted: 'open', ...ofPerson },
  /** Ends every session and hides every post. */
  'POST /api/v1/admin/suspend': {
    whenRestricted: 'open',
    body: z.object({ person, reason: optionalText(limits.report.max) }),
    response: done,
  },
  'POST /api/v1/admin/unsuspend': { whenRestricted: 'open', ...ofPerson },
  'POST /api/v1/admin/role': {
    whenRestricted: 'open',
    body: z.object({ person, role: staffRoleSchema }),
    response: done,
  },
  /** A user who lost the phone can then log in with the password alone. */
  'POST /api/v1/admin/second-factor-off': { whenRestricted: 'open', ...ofPerson },
  /** Lists the latest 200 reports, only open ones unless `all`. `total` counts the rest too. */
  'GET /api/v1/admin/reports': {
    query: z.object({ all: emptyAsAbsent(z.enum(['true', 'false'], say('invalid'))) }),
    response: envelope(z.object({ reports: z.array(listedReportSchema), total: z.number() })),
  },
  'POST /api/v1/admin/resolve': {
    whenRestricted: 'open',
    body: z.object({ reportId: idSchema }),
    response: done,
  },
  'POST /api/v1/admin/hide-post': { whenRestricted: 'open', ...ofPost },
  /** Shows the post again and resolves its open reports. */
  'POST /api/v1/admin/show-post': { whenRestricted: 'open', ...ofPost },
  /** Hides the comment from everybody but moderators and resolves its open reports. */
  'POST /api/v1/admin/delete-comment': {
    whenRestricted: 'open',
    body: z.object({ commentId: idSchema }),
    response: done,
  },
  /**
   * Moves photos to the store that new photos go to, for at most 20 s: the command repeats the call until `isDone`. An
   * old file is removed only after its copy was compared with it.
   */
  'POST /api/v1/admin/media/move': {
    whenRestricted: 'open',
    response: envelope(z.object({ moved: z.number(), bytes: z.number(), isDone: z.boolean() })),
  },
  /**
   * Compares the stored files with the photos of posts, people and messages. `part` is the first digit of the files'
   * names.
   */
  'POST /api/v1/admin/media/check': {
    whenRestricted: 'open',
    body: z.object({
      part: z.string(say('invalid')).check(z.regex(/^[\da-f]$/, say('invalid'))),
      repair: z.boolean(say('invalid')),
    }),
    response: envelope(mediaCheckSchema),
  },
  /**
   * Starts a copy and ends an earlier one. Until it ends, the files of the embedded database may be copied while others
   * write.
   */
  'POST /api/v1/admin/backup/begin': { whenRestricted: 'open', response: envelope(begunCopySchema) },
  /** `label` is the content of the file `backup_label`, which belongs to the copy; '' when no copy was in progress. */
  'POST /api/v1/admin/backup/end': {
    whenRestricted: 'open',
    response: envelope(z.object({ label: z.string() })),
  },
  /** The command reports how a backup ended, because only the server has the embedded database open. */
  'POST /api/v1/admin/backup/result': { whenRestricted: 'open', body: backupResultSchema, response: done },
  /** Fetches rates from data.gov.in and responds when it is done, with SOURCE_FAILED when some are missing. */
  'POST /api/v1/admin/fetch-rates': { whenRestricted: 'open', response: done },
} as const;
