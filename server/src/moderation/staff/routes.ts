import type { SecondFactorsService } from '#src/people/second-factor/service.ts';
import type { AccountService } from '#src/people/account/service.ts';
import { AppError } from '#src/platform/http/errors.ts';
import { administratorRoute, adminRoute, type Route } from '#src/platform/http/route.ts';
import { logSecurity } from '#src/platform/http/security-log.ts';
import type { StaffService } from './service.ts';

interface StaffRoutesDeps {
  staff: StaffService;
  account: Pick<AccountService, 'findByName'>;
  secondFactors: Pick<SecondFactorsService, 'endWithoutCode'>;
}

const said = {
  moderator: 'is a moderator now. The console needs two-step verification, in the settings.',
  administrator: 'is an administrator now. The console needs two-step verification, in the settings.',
  none: 'has no role now.',
};

export function staffRoutes({ staff, account, secondFactors }: StaffRoutesDeps): Route[] {
  return [
    administratorRoute('GET /api/v1/moderation/staff', async () => ({
      message: 'Moderators and administrators',
      data: await staff.findAll(),
    })),

    administratorRoute('PUT /api/v1/moderation/staff', async ({ body: { username, role }, viewer }) => ({
      message: `@${await staff.setRole(username, role, viewer.id)} ${said[role]}`,
      data: null,
    })),

    adminRoute('POST /api/v1/admin/role', async ({ body: { person, role } }) => ({
      message: `@${await staff.setRole(person, role, null)} ${said[role]}`,
      data: null,
    })),

    adminRoute('POST /api/v1/admin/second-factor-off', async ({ body: { person }, request }) => {
      const found = await account.findByName(person);
      if (!found) throw new AppError('USER_NOT_FOUND');
      await secondFactors.endWithoutCode(found.id);
      logSecurity(request.log, 'moderator-second-factor-off', { userId: found.id });
      return { message: `Two-step verification of @${found.username} is off.`, data: null };
    }),
  ];
}
