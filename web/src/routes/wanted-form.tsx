import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { findCrop } from '@upaj/contract/crops';
import type { Account } from '@upaj/contract/people/profiles';
import type { Wanted } from '@upaj/contract/trade/wanted';
import HandCoins from 'lucide-react/icons/hand-coins';
import Lock from 'lucide-react/icons/lock';
import SearchX from 'lucide-react/icons/search-x';
import { useState, type ReactNode } from 'react';
import { nameOfCrop } from '#i18n/crop-names.ts';
import { useLocale, useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { makeUuid } from '#lib/uuid.ts';
import { useUser } from '#people/users/session.ts';
import { isMissing } from '#trade/posts/api.ts';
import { FormPage } from '#trade/posts/form/form-layout.tsx';
import { addWanted, editWanted, wantedQuery } from '#trade/wanted/api.ts';
import { WantedForm } from '#trade/wanted/wanted-form.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Spinner } from '#ui/loading.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { toast } from '#ui/toast/toast.ts';

const edited = getRouteApi('/members/wanted/$wantedId/edit');

export function NewWantedScreen() {
  const t = useT('wanted');
  const user = useUser();
  return (
    <FormPage title={t('newTitle')}>
      {user &&
        (user.userType === 'merchant' ? (
          <NewForm user={user} />
        ) : (
          <NoForm icon={<HandCoins size={30} />} title={t('merchantsOnly')} text={t('merchantsOnlyText')} />
        ))}
    </FormPage>
  );
}

function NewForm({ user: { address } }: { user: Account }) {
  const t = useT('wanted');
  const client = useQueryClient();
  const navigate = useNavigate();
  // The id stays the same after a lost connection, so that the wanted post is published only once.
  const [clientId] = useState(makeUuid);
  return (
    <WantedForm
      initial={{
        cropType: '',
        quantity: '',
        unit: 'quintal',
        maxPrice: '',
        priceUnit: 'per quintal',
        state: address.state,
        district: address.district,
        endDate: '',
        note: '',
      }}
      action={t('publish')}
      busyAction={t('publishing')}
      send={(wanted) => addWanted(client, { ...wanted, clientId })}
      onSaved={() => {
        toast.success(t('published'), { kind: 'flow' });
        void navigate({ to: '/wanted' });
      }}
      onCancel={() => void navigate({ to: '/wanted' })}
    />
  );
}

export function EditWantedScreen() {
  const t = useT('wanted');
  return (
    <FormPage title={t('editTitle')}>
      <EditedWanted />
    </FormPage>
  );
}

function EditedWanted() {
  const t = useT('wanted');
  const { wantedId } = edited.useParams();
  const user = useUser();
  const { data: wanted, error, isFetching, refetch } = useQuery(wantedQuery(wantedId));
  if (isMissing(error))
    return <NoForm icon={<SearchX size={30} />} title={t('missing')} text={t('missingText')} />;
  if (error && !wanted) {
    return (
      <ErrorState
        title={t('failed')}
        text={errorText(error)}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  if (!wanted) return <Spinner label={t('loading')} />;
  if (wanted.author._id !== user?._id)
    return <NoForm icon={<Lock size={30} />} title={t('notYours')} text={t('notYoursText')} />;
  return <EditForm key={wanted._id} wanted={wanted} />;
}

function EditForm({ wanted }: { wanted: Wanted }) {
  const t = useT('wanted');
  const locale = useLocale();
  const client = useQueryClient();
  const navigate = useNavigate();
  // A fresher copy or another language does not overwrite what is typed.
  const [initial] = useState(() => {
    const { cropType, quantity, unit, maxPrice, priceUnit, location, endDate, note } = wanted;
    const crop = findCrop(cropType);
    return {
      cropType: crop ? nameOfCrop(crop, locale) : cropType,
      quantity: String(quantity),
      unit,
      maxPrice: String(maxPrice),
      priceUnit,
      ...location,
      endDate,
      note,
    };
  });
  return (
    <WantedForm
      initial={initial}
      action={t('save')}
      busyAction={t('saving')}
      send={(changes) => editWanted(client, wanted._id, changes)}
      onSaved={() => {
        toast.success(t('saved'), { kind: 'flow' });
        void navigate({ to: '/wanted/$wantedId', params: { wantedId: wanted._id } });
      }}
      onCancel={() => void navigate({ to: '/wanted/$wantedId', params: { wantedId: wanted._id } })}
    />
  );
}

function NoForm({ icon, title, text }: { icon: ReactNode; title: string; text: string }) {
  const t = useT('wanted');
  const action = (
    <Link to="/wanted" className={buttonClass()}>
      {t('toList')}
    </Link>
  );
  return <EmptyState icon={icon} title={title} text={text} action={action} />;
}
