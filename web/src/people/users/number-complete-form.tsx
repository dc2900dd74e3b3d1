import { useQueryClient } from '@tanstack/react-query';
import type { CompleteAccount } from '@upaj/contract/people/complete-account';
import type { UserType } from '@upaj/contract/people/credentials';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { getLocale, usePlaceName, useT } from '#i18n/locale.ts';
import { LocateButton } from '#people/place/locate-button.tsx';
import { PlaceFields } from '#people/place/place-fields.tsx';
import { useLocate } from '#people/place/use-locate.ts';
import { Button } from '#ui/button.tsx';
import { FormError } from '#ui/field.tsx';
import { useApiForm } from '#ui/forms/form.ts';
import { toast } from '#ui/toast/toast.ts';
import { completeAccount } from './api.ts';
import { authFailureText } from './failure.ts';
import { FullNameField, MainProductField, UsernameField } from './person-fields.tsx';
import { RoleCards } from './role-cards.tsx';
import { enterSession } from './session.ts';

interface Values {
  fullName: string;
  /** Undefined while the server makes one of the name. */
  username: string | undefined;
  userType: UserType | '';
  majorProduct: string;
  place: { state: string; district: string };
}

/** Completes an account that was opened with its mobile number. */
export function NumberCompleteForm() {
  const tAuth = useT('auth');
  const tPlace = useT('place');
  const t = useT('social');
  const client = useQueryClient();
  const [hasUsername, setHasUsername] = useState(false);
  const { form, field, submit, failure, isBusy } = useApiForm<Values, CompleteAccount>({
    schema: async () => (await import('@upaj/contract/people/complete-account')).completeAccountSchema,
    defaultValues: {
      fullName: '',
      username: undefined,
      userType: '',
      majorProduct: '',
      place: { state: '', district: '' },
    },
    paths: ['fullName', 'userType', 'majorProduct', 'username', 'place.state', 'place.district'],
    send: async (values) => {
      const completed = await completeAccount({ ...values, language: getLocale() });
      toast.success(tAuth('welcome', { name: completed.fullName }));
      enterSession(client, completed);
    },
  });
  const [role, { state, district }] = useWatch({ control: form.control, name: ['userType', 'place'] });
  const placeName = usePlaceName();
  const setPlace = (place: Values['place']) => {
    form.setValue('place', place);
    form.clearErrors(['place.state', 'place.district']);
  };
  const { locate, isLocating, located, failure: notLocated } = useLocate(setPlace);

  return (
    <form noValidate onSubmit={submit} className="mt-6 flex flex-col gap-5">
      <FullNameField {...field('fullName')} />
      <RoleCards {...field('userType')} />
      {role && <MainProductField role={role} {...field('majorProduct')} />}
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-1.5 font-semibold">{tPlace('title')}</legend>
        <div className="flex flex-col gap-1.5">
          <LocateButton isLocating={isLocating} onPress={locate} />
          <p role="status" className="text-note text-soft">
            {notLocated ||
              (located
                ? tPlace('located', { place: `${placeName(located.district)}, ${placeName(located.state)}` })
                : tPlace('locateHint'))}
          </p>
        </div>
        <PlaceFields
          chosen={state}
          state={{
            ...field('place.state'),
            value: state,
            required: true,
            onChange: ({ target }) => setPlace({ state: target.value, district: '' }),
          }}
          district={{
            ...field('place.district'),
            value: district,
            required: true,
            onChange: ({ target }) => setPlace({ state, district: target.value }),
          }}
        />
      </fieldset>
      <div>
        {hasUsername && <UsernameField {...field('username')} />}
        <button
          type="button"
          onClick={() => {
            form.unregister('username');
            setHasUsername(!hasUsername);
          }}
          className="min-h-11 font-semibold text-leaf underline"
        >
          {t(hasUsername ? 'anyUsername' : 'chooseUsername')}
        </button>
      </div>
      {failure !== undefined && <FormError text={authFailureText(failure)} />}
      <Button type="submit" busy={isBusy} className="min-h-12 w-full">
        {isBusy ? t('completing') : t('complete')}
      </Button>
    </form>
  );
}
