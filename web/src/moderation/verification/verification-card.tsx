import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { limits } from '@upaj/contract/limits';
import type { OwnVerification, VerificationForm } from '@upaj/contract/moderation/verification';
import { verificationLimits } from '@upaj/contract/moderation/verification-limits';
import { personChecks, type PersonCheck } from '@upaj/contract/people/checks';
import { useRef } from 'react';
import { getT, useT } from '#i18n/locale.ts';
import { ApiError } from '#lib/api-errors.ts';
import { fieldText } from '#lib/field-text.ts';
import { useFormat } from '#lib/format.ts';
import { ListNotThere, SettingsCard } from '#people/account/settings-card.tsx';
import { usePhotoChoice } from '#people/users/use-avatar.ts';
import { Caution } from '#people/users/caution.tsx';
import { useVerifiedText, VerifiedTick } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { FormError } from '#ui/field.tsx';
import { failureText, useApiForm } from '#ui/forms/form.ts';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast/toast.ts';
import { askForBadge, ownVerificationQuery, withdrawRequest } from './api.ts';
import { PhotoPicker } from './photo-picker.tsx';

export function VerificationCard() {
  const t = useT('settings');
  const own = useQuery(ownVerificationQuery);
  const heading = useRef<HTMLHeadingElement>(null);
  /** Moves the focus to the heading, because the button that had it is gone. */
  const onDone = () => heading.current?.focus();
  return (
    <SettingsCard
      id="badge"
      title={t('verification.title')}
      text={t('verification.text')}
      headingRef={heading}
      aside={own.data?.open && <Badge tone="haldi">{t('verification.waiting')}</Badge>}
    >
      {own.data ? (
        <Loaded own={own.data} onDone={onDone} />
      ) : (
        <ListNotThere list={own} failed={t('verification.failed')} rows={1} />
      )}
    </SettingsCard>
  );
}

function Loaded({ own, onDone }: { own: OwnVerification; onDone: () => void }) {
  const t = useT('settings');
  const verified = useVerifiedText(own);
  return (
    <>
      {own.isVerified && (
        <p className="flex items-center gap-2 font-medium">
          <VerifiedTick of={own} />
          <span aria-hidden>{verified}</span>
        </p>
      )}
      <Caution of={own} />
      {own.open && <Waiting open={own.open} onDone={onDone} />}
      {!own.open && own.left === 0 && <p>{t('verification.full', { max: verificationLimits.aMonth })}</p>}
      {!own.open && own.left > 0 && <AskForm onDone={onDone} />}
    </>
  );
}

function Waiting({
  open: { check, askedAt, lapsesAt },
  onDone,
}: {
  open: NonNullable<OwnVerification['open']>;
  onDone: () => void;
}) {
  const t = useT('settings');
  const { date } = useFormat();
  const client = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () => withdrawRequest(client),
    onSuccess: () => {
      onDone();
      toast.success(t('verification.withdrawn'));
    },
    onError: (error) => {
      toast.error(failureText(error));
      // A moderator may have decided the request since it was read.
      void client.invalidateQueries({ queryKey: ownVerificationQuery.queryKey });
    },
  });
  return (
    <>
      <p>
        {t('verification.waitingText', {
          check: t(`verification.of.${check}`),
          date: date(askedAt),
          until: date(lapsesAt),
        })}
      </p>
      <Button
        variant="line"
        busy={withdraw.isPending}
        onClick={() => withdraw.mutate()}
        className="max-sm:w-full"
      >
        {t('verification.withdraw')}
      </Button>
    </>
  );
}

function AskForm({ onDone }: { onDone: () => void }) {
  const tCommon = useT('common');
  const t = useT('settings');
  const client = useQueryClient();
  const photo = usePhotoChoice(limits.image.maxSide);
  const { form, field, submit, failure, isBusy } = useApiForm<
    { check: PersonCheck | ''; gstNumber: string },
    VerificationForm
  >({
    schema: async () => (await import('@upaj/contract/moderation/verification')).verificationFormSchema,
    defaultValues: { check: '', gstNumber: '' },
    isSure: async () => photo.file !== undefined,
    send: async (body) => {
      if (!photo.file) return;
      try {
        await askForBadge(client, body, photo.file);
      } catch (error) {
        const refusal = error instanceof ApiError && error.errors.find((one) => one.field === 'photo');
        if (!refusal) throw error;
        photo.refuse(() => fieldText(refusal));
        return;
      }
      onDone();
      toast.success(t('verification.sent'));
    },
  });
  const check = form.watch('check');
  return (
    <form
      noValidate
      onSubmit={(event) => {
        if (!photo.file) photo.refuse(() => getT('fields')('photoRequired'));
        submit(event);
      }}
      className="flex w-full flex-col gap-4"
    >
      {failure !== undefined && (
        <FormError
          text={tCommon('withReason', { failure: t('verification.notSent'), reason: failureText(failure) })}
        />
      )}
      <SelectField
        label={t('verification.check')}
        required
        placeholder={t('verification.choose')}
        options={personChecks.map((value) => ({ value, label: t(`verification.of.${value}`) }))}
        {...field('check')}
      />
      {check === 'gst' && (
        <TextField
          label={t('verification.gstNumber')}
          hint={t('verification.gstHint')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          {...field('gstNumber')}
        />
      )}
      <PhotoPicker photo={photo} hint={check ? t(`verification.hint.${check}`) : ''} />
      <p className="text-note text-soft">{t('verification.private')}</p>
      <Button type="submit" busy={isBusy} className="self-start max-sm:w-full">
        {t('verification.send')}
      </Button>
    </form>
  );
}
