import { useQuery, useQueryClient } from '@tanstack/react-query';
import { say } from '@upaj/contract/field-messages';
import { formerAccountDays } from '@upaj/contract/moderation/former-accounts';
import { deleteAccountSchema } from '@upaj/contract/people/account';
import type { Account } from '@upaj/contract/people/profiles';
import Trash2 from 'lucide-react/icons/trash-2';
import { useId, useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { useT } from '#i18n/locale.ts';
import { failureText, useApiForm } from '#ui/forms/form.ts';
import { accountDeleted } from '#people/users/events.ts';
import { leaveSession } from '#people/users/session.ts';
import { useFormat } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { FormError } from '#ui/field.tsx';
import { PasswordField, TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast/toast.ts';
import { deleteAccount, deletionQuery } from './api.ts';
import { SettingsCard } from './settings-card.tsx';

export function DeleteCard({ user }: { user: Account }) {
  const t = useT('settings');
  const [isOpen, setOpen] = useState(false);
  return (
    <SettingsCard title={t('remove')} text={t('removeText')}>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="inline-flex min-h-11 items-center gap-2 rounded-control border-[1.5px] border-mirch px-5 py-2 font-semibold text-mirch hover:bg-mirch-wash"
      >
        <Trash2 size={20} aria-hidden />
        {t('removeAction')}
      </button>
      {isOpen && <DeleteDialog user={user} onClose={() => setOpen(false)} />}
    </SettingsCard>
  );
}

interface DeleteDialogProps {
  user: Account;
  onClose: () => void;
}

function DeleteDialog({ user, onClose }: DeleteDialogProps) {
  const tCommon = useT('common');
  const t = useT('settings');
  const client = useQueryClient();
  const formId = useId();
  const schema = useMemo(() => schemaFor(user), [user]);
  const { field, submit, failure, isBusy } = useApiForm({
    schema,
    defaultValues: { confirmation: '', password: '' },
    send: async ({ confirmation, password }) => {
      await deleteAccount({ confirmation, ...(user.hasPassword && { password }) });
      toast.success(t('removed'), { kind: 'flow' });
      accountDeleted.publish(user._id);
      leaveSession(client);
    },
  });
  return (
    <Dialog
      title={t('removeAction')}
      // The dialog stays open during the deletion, which cannot be cancelled.
      onClose={isBusy ? () => {} : onClose}
      footer={
        <>
          <Button variant="line" onClick={onClose} disabled={isBusy}>
            {tCommon('cancel')}
          </Button>
          <Button variant="danger" type="submit" form={formId} busy={isBusy}>
            {isBusy ? t('removing') : t('removeAction')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Consequences />
        {failure !== undefined && <FormError text={failureText(failure)} />}
        <TextField
          label={t('removeConfirm', { username: user.username })}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          required
          {...field('confirmation')}
        />
        {user.hasPassword && (
          <PasswordField
            label={t('ownPassword')}
            autoComplete="current-password"
            required
            {...field('password')}
          />
        )}
      </form>
    </Dialog>
  );
}

function Consequences() {
  const t = useT('settings');
  return (
    <>
      <List title={t('removeErasedTitle')} points={t('removeErased').split('\n')} />
      <List title={t('removeStaysTitle')} points={t('removeStays').split('\n')} />
      <Retained />
      <p className="rounded-control bg-haldi-wash px-3.5 py-2.5">{t('removeDownloadFirst')}</p>
    </>
  );
}

const day = 24 * 60 * 60_000;

/** Says what stays for a time. An open report is private to the people who sent it, so everyone reads the general rule. */
function Retained() {
  const t = useT('settings');
  const { date } = useFormat();
  const { data } = useQuery(deletionQuery);
  const [generally] = useState(() => new Date(Date.now() + formerAccountDays * day).toJSON());
  return (
    <p role="status">
      {data?.retainedUntil
        ? t('removeRetainedYours', { date: date(data.retainedUntil) })
        : t('removeRetained', { days: formerAccountDays, date: date(generally) })}
    </p>
  );
}

function List({ title, points }: { title: string; points: readonly string[] }) {
  return (
    <div>
      <h3 className="font-semibold">{title}</h3>
      <ul className="mt-1 list-disc pl-5">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </div>
  );
}

function schemaFor({ username, hasPassword }: Account) {
  const { confirmation, password } = deleteAccountSchema.shape;
  return z.object({
    confirmation: confirmation.check(
      z.trim(),
      z.refine((typed) => typed === username, say('confirmationWrong')),
    ),
    password: hasPassword ? password.check(z.refine((typed) => !!typed, say('passwordRequired'))) : password,
  });
}
