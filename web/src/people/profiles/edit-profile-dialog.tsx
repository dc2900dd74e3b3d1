import { useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { limits } from '@upaj/contract/limits';
import { profileEditSchema, type Account, type ProfileEdit } from '@upaj/contract/people/profiles';
import { useId, useRef, useState } from 'react';
import { useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { useApiForm } from '#ui/forms/form.ts';
import { Button } from '#ui/button.tsx';
import { confirm } from '#ui/confirm.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { FormError } from '#ui/field.tsx';
import { MobileField, TextArea, TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast/toast.ts';
import { saveProfile } from './api.ts';
import { CertificationsField } from './certifications-field.tsx';

export function EditProfileDialog({ user, onClose }: { user: Account; onClose: () => void }) {
  const tCommon = useT('common');
  const t = useT('profile');
  const client = useQueryClient();
  const formId = useId();
  // The first values stay, so that a fresher profile does not overwrite what is typed.
  const [defaultValues] = useState(() => editValues(user));
  const isSaved = useRef(false);
  const { form, field, submit, failure, isBusy } = useApiForm<ProfileEdit, ProfileEdit>({
    schema: profileEditSchema,
    defaultValues,
    paths: editPaths,
    send: async (values) => {
      await saveProfile(client, values);
      isSaved.current = true;
      toast.success(t('profileUpdated'));
      onClose();
    },
  });
  const { isDirty } = form.formState;
  const mayLeave = async () => {
    if (!isDirty || isSaved.current) return true;
    const title = t('leaveTitle');
    const text = t('leaveText');
    const action = t('leave');
    return confirm({ title, text, action, isDangerous: true });
  };
  useBlocker({
    enableBeforeUnload: () => isDirty && !isSaved.current,
    shouldBlockFn: async () => !(await mayLeave()),
  });
  const close = async () => {
    if (await mayLeave()) onClose();
  };

  const text = { limit: limits.shortText.max, optional: true, autoComplete: 'off' };
  return (
    <Dialog
      title={t('editProfile')}
      onClose={() => void close()}
      footer={
        <>
          <Button variant="line" onClick={() => void close()} disabled={isBusy}>
            {tCommon('cancel')}
          </Button>
          <Button type="submit" form={formId} busy={isBusy}>
            {isBusy ? t('saving') : t('saveProfile')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-5">
        {failure !== undefined && <FormError text={errorText(failure)} />}
        <TextField
          label={t('fullName')}
          autoComplete="name"
          limit={limits.fullName.max}
          required
          {...field('fullName')}
        />
        <TextField
          label={t('mainProduct')}
          {...text}
          limit={limits.majorProduct.max}
          {...field('majorProduct')}
        />
        <MobileField label={t('phone')} required {...field('contactInfo.phone')} />
        <MobileField
          label={t('whatsapp')}
          hint={t('whatsappHint')}
          autoComplete="off"
          optional
          {...field('contactInfo.whatsapp')}
        />
        <TextArea label={t('bio')} hint={t('bioHint')} optional limit={limits.bio.max} {...field('bio')} />
        <TextField
          label={t(`businessName.${user.userType}`)}
          {...text}
          {...field('businessDetails.businessName')}
        />
        <TextField
          label={t('specialization')}
          hint={t('specializationHint')}
          {...text}
          {...field('businessDetails.specialization')}
        />
        <TextField
          label={t('experience')}
          hint={t('experienceHint')}
          {...text}
          {...field('businessDetails.experience')}
        />
        {defaultValues.farmDetails && (
          <>
            <TextField
              label={t('farmSize')}
              hint={t('farmSizeHint')}
              {...text}
              {...field('farmDetails.farmSize')}
            />
            <CertificationsField control={form.control} error={field('farmDetails.certifications').error} />
          </>
        )}
      </form>
    </Dialog>
  );
}

/** Includes the farm for farmers only. */
function editValues(user: Account): ProfileEdit {
  const { farmDetails, businessDetails, contactInfo } = user;
  return {
    fullName: user.fullName,
    majorProduct: user.majorProduct,
    contactInfo: { phone: contactInfo.phone ?? user.contact, whatsapp: contactInfo.whatsapp ?? '' },
    bio: user.bio,
    businessDetails: {
      businessName: businessDetails.businessName,
      specialization: businessDetails.specialization,
      experience: businessDetails.experience || farmDetails.experience,
    },
    ...(user.userType === 'farmer' && {
      farmDetails: { farmSize: farmDetails.farmSize, certifications: farmDetails.certifications },
    }),
  };
}

const editPaths = [
  'fullName',
  'majorProduct',
  'contactInfo.phone',
  'contactInfo.whatsapp',
  'bio',
  'businessDetails.businessName',
  'businessDetails.specialization',
  'businessDetails.experience',
  'farmDetails.farmSize',
  'farmDetails.certifications',
] as const;
