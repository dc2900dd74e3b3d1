import { queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { StaffMember } from '@upaj/contract/moderation/staff';
import { staffRoles, type StaffRole } from '@upaj/contract/people/staff-roles';
import { langOf, useLocale, useT } from '#i18n/locale.ts';
import { isApiError } from '#lib/api-errors.ts';
import { api } from '#lib/api.ts';
import { formatDate } from '#lib/format.ts';
import { ListNotThere } from '#people/account/settings-card.tsx';
import { useUser } from '#people/users/session.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { confirm } from '#ui/confirm.tsx';
import { FormError } from '#ui/field.tsx';
import { failureText, useApiForm } from '#ui/forms/form.ts';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast/toast.ts';
import { NeedsCode } from './needs-code.tsx';

const staffQuery = queryOptions({
  queryKey: ['staff'],
  queryFn: async ({ signal }) => (await api('GET /api/v1/moderation/staff', { signal })).data,
});

async function setRole(client: QueryClient, username: string, role: StaffRole | 'none'): Promise<void> {
  await api('PUT /api/v1/moderation/staff', { body: { username, role } });
  await client.invalidateQueries({ queryKey: staffQuery.queryKey });
}

export function GiveRole() {
  const t = useT('staff');
  const client = useQueryClient();
  const { form, field, submit, failure, isBusy } = useApiForm({
    schema: async () => (await import('@upaj/contract/moderation/staff')).staffFormSchema,
    defaultValues: { username: '', role: 'moderator' as StaffRole | 'none' },
    send: async ({ username, role }) => {
      await setRole(client, username, role);
      form.reset();
      toast.success(t('given', { username, role: role === 'none' ? '' : t(`role.${role}`) }));
    },
  });
  return (
    <Card className="p-4 md:p-6">
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        {failure !== undefined && <FormError text={failureText(failure)} />}
        <TextField
          label={t('username')}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          required
          {...field('username')}
        />
        <SelectField
          label={t('role')}
          options={staffRoles.map((value) => ({ value, label: t(`role.${value}`) }))}
          {...field('role')}
        />
        <Button type="submit" busy={isBusy} className="self-start max-sm:w-full">
          {t('give')}
        </Button>
      </form>
    </Card>
  );
}

export function StaffList() {
  const t = useT('staff');
  const list = useQuery(staffQuery);
  if (isApiError(list.error, 'SECOND_FACTOR_REQUIRED')) return <NeedsCode />;
  if (!list.data) return <ListNotThere list={list} failed={t('failed')} rows={3} />;
  return (
    <ul className="flex flex-col gap-3">
      {list.data.map((member) => (
        <li key={member._id}>
          <StaffCard member={member} />
        </li>
      ))}
    </ul>
  );
}

function StaffCard({ member }: { member: StaffMember }) {
  const t = useT('staff');
  const client = useQueryClient();
  const locale = useLocale();
  const isOwn = useUser()?._id === member._id;
  const { username, fullName: name, role, givenBy, givenAt, hasSecondFactor } = member;
  const removing = useMutation({
    mutationFn: () => setRole(client, username, 'none'),
    onSuccess: () => toast.success(t('removed', { username })),
    onError: (error) => toast.error(failureText(error)),
  });
  const remove = async () => {
    const question = { title: t('removeTitle', { name }), text: t('removeText'), action: t('removeAction') };
    if (await confirm({ ...question, isDangerous: true })) removing.mutate();
  };
  const date = formatDate(givenAt, locale);
  return (
    <Card className="flex flex-wrap items-center justify-between gap-3 p-4">
      <div className="min-w-0">
        <h2 lang={langOf(name)} className="font-semibold wrap-anywhere">
          {name}
        </h2>
        <p className="text-note break-all text-soft">@{username}</p>
        <p className="text-note text-soft">
          {givenBy ? t('givenBy', { name: givenBy, date }) : t('givenByCommand', { date })}
        </p>
        <p className="mt-1 flex flex-wrap gap-2">
          <Badge tone="leaf">{t(`role.${role}`)}</Badge>
          {!hasSecondFactor && <Badge tone="plain">{t('noSecondFactor')}</Badge>}
          {isOwn && <Badge tone="plain">{t('you')}</Badge>}
        </p>
      </div>
      {!isOwn && (
        <Button
          variant="line"
          busy={removing.isPending}
          onClick={() => void remove()}
          aria-label={t('remove', { name })}
        >
          {t('removeAction')}
        </Button>
      )}
    </Card>
  );
}
