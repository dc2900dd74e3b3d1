import { invalidField } from '#src/platform/http/errors.ts';
import { anyMemberRoute, listRoute, memberRoute, type Route } from '#src/platform/http/route.ts';
import { logSecurity } from '#src/platform/http/security-log.ts';
import type { ProfilesService } from './service.ts';

export function profilesRoutes(profiles: ProfilesService): Route[] {
  return [
    memberRoute('GET /api/v1/users/profile', async ({ viewer }) => ({
      message: 'Profile',
      data: await profiles.findAccount(viewer.id),
    })),

    memberRoute('PATCH /api/v1/users/profile', async ({ body, viewer, request }) => {
      const { hasNewPhone } = await profiles.editProfile(viewer.id, body);
      if (hasNewPhone) logSecurity(request.log, 'phone-changed', { userId: viewer.id });
      return { message: 'Profile updated', data: await profiles.findAccount(viewer.id) };
    }),

    memberRoute('PATCH /api/v1/users/avatar', async ({ files: [avatar], viewer }) => {
      if (!avatar) throw invalidField('avatar', 'avatarInvalid');
      const data = await profiles.changePhoto(viewer.id, 'avatar', avatar.path);
      return { message: 'Profile photo updated', data };
    }),

    memberRoute('PATCH /api/v1/users/cover-image', async ({ files: [cover], viewer }) => {
      if (!cover) throw invalidField('coverImage', 'imageInvalid');
      const data = await profiles.changePhoto(viewer.id, 'coverImage', cover.path);
      return { message: 'Cover Image updated!', data };
    }),

    memberRoute('PATCH /api/v1/address/update-address', async ({ body, viewer }) => {
      await profiles.editAddress(viewer.id, body);
      return { message: 'Address updated', data: body };
    }),

    memberRoute('PUT /api/v1/address/place', async ({ body, viewer }) => {
      await profiles.givePlace(viewer.id, body);
      return { message: 'Place saved', data: (await profiles.findAccount(viewer.id)).address };
    }),

    anyMemberRoute('PUT /api/v1/users/language', async ({ body, viewer }) => {
      await profiles.setLanguage(viewer.id, body.language);
      return { message: 'Language saved', data: body };
    }),

    listRoute('GET /api/v1/users/user/:username', async ({ params, viewer }) => ({
      message: 'Profile',
      data: await profiles.findProfile(params.username, viewer.id),
    })),

    memberRoute('POST /api/v1/users/user/:username/contact', async ({ params, viewer }) => {
      const data = await profiles.revealContact(params.username, viewer.id);
      return { message: 'Contact details', data };
    }),
  ];
}
