import * as z from 'zod/mini';
import { envelope } from '../envelope.ts';
import { say } from '../field-messages.ts';
import { idSchema, requiredText } from '../fields.ts';
import { staffRoles } from '../people/staff-roles.ts';

/** 'none' removes the role. */
export const staffRoleSchema = z.enum([...staffRoles, 'none'], say('invalid'));

export const staffMemberSchema = z.object({
  _id: idSchema,
  username: z.string(),
  fullName: z.string(),
  role: z.enum(staffRoles),
  /** The username of an administrator. Null when `npm run admin` gave the role, or when the account was deleted. */
  givenBy: z.nullable(z.string()),
  givenAt: z.string(),
  hasSecondFactor: z.boolean(),
});
export type StaffMember = z.infer<typeof staffMemberSchema>;

export const staffFormSchema = z.object({
  username: requiredText('usernameRequired'),
  role: staffRoleSchema,
});

/** Only administrators can make these calls. */
export const staffEndpoints = {
  'GET /api/v1/moderation/staff': { response: envelope(z.array(staffMemberSchema)) },
  /** Administrators cannot change their own role. */
  'PUT /api/v1/moderation/staff': {
    whenRestricted: 'open',
    body: staffFormSchema,
    response: envelope(z.null()),
  },
} as const;
