import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { usePlaceName, useT } from '#i18n/locale.ts';
import { errorText } from '#lib/api-errors.ts';
import { fieldText } from '#lib/field-text.ts';
import { usePincode } from '#lib/use-pincode.ts';
import { useUser } from '#people/users/session.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/dialog.tsx';
import { FormError } from '#ui/field.tsx';
import { DigitsField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast/toast.ts';
import { LocateButton } from './locate-button.tsx';
import { PlaceFields } from './place-fields.tsx';
import { addressPlaceOf, usePlace, type Place } from './place.ts';
import { savePlace } from './save-place.ts';
import { useLocate } from './use-locate.ts';

interface PlaceSheetProps {
  /** True when Upaj asks for the place; false when the user opened the sheet. */
  isQuestion?: boolean;
  onClose: () => void;
  onChosen?: (() => void) | undefined;
}

const nowhere = { pincode: '', state: '', district: '' };

export function PlaceSheet({ isQuestion = false, onClose, onChosen }: PlaceSheetProps) {
  const tCommon = useT('common');
  const t = useT('place');
  const client = useQueryClient();
  const user = useUser();
  const now = usePlace();
  const own = addressPlaceOf(user);
  const placeName = usePlaceName();
  const nameOf = ({ state, district }: Place) => `${placeName(district)}, ${placeName(state)}`;
  const formId = useId();
  const [values, setValues] = useState(nowhere);
  const [missing, setMissing] = useState<'state' | 'district' | 'pincode'>();
  const { state, district, pincode } = values;
  const note = usePincode(values, (field, value) => {
    setMissing(undefined);
    setValues((before) => ({ ...before, [field]: value }));
  });
  const { locate, isLocating, located, failure } = useLocate((place) => {
    setMissing(undefined);
    setValues({ pincode: '', ...place });
  });
  const save = useMutation({
    mutationFn: (place: typeof nowhere) => savePlace(client, place),
    onSuccess: (_, place) => {
      toast.success(t('saved', { place: nameOf(place) }));
      onChosen?.();
      onClose();
    },
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (pincode && !/^[1-9]\d{5}$/.test(pincode)) return setMissing('pincode');
    if (!state || !district) return setMissing(state ? 'district' : 'state');
    save.mutate(values);
  }
  const change = (part: Partial<typeof nowhere>) => {
    setMissing(undefined);
    setValues({ ...values, ...part });
  };
  const errorOf = (field: 'state' | 'district', key: string) =>
    missing === field ? fieldText(key) : undefined;

  return (
    <Sheet
      title={t('title')}
      onClose={onClose}
      footer={
        <>
          <Button variant="line" onClick={onClose}>
            {isQuestion ? t('skip') : tCommon('cancel')}
          </Button>
          <Button type="submit" form={formId} busy={save.isPending}>
            {tCommon('save')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <p className="text-soft">
          {now ? t('now', { place: nameOf(now) }) : t('intro')} {!own && t('shown')}
        </p>
        <div className="flex flex-col gap-1.5">
          <div className="flex flex-wrap gap-2">
            <LocateButton isLocating={isLocating} onPress={locate} />
            {own && now && nameOf(own) !== nameOf(now) && (
              <Button variant="line" onClick={() => save.mutate({ pincode: '', ...own })} className="flex-1">
                {t('own', { place: placeName(own.district) })}
              </Button>
            )}
          </div>
          <p role="status" className="text-note text-soft">
            {failure || (located ? t('located', { place: nameOf(located) }) : t('locateHint'))}
          </p>
        </div>
        <DigitsField
          label={t('pincode')}
          count={6}
          autoComplete="postal-code"
          value={pincode}
          note={note}
          error={missing === 'pincode' ? fieldText('pincodeInvalid') : undefined}
          // A pincode corrects the place that the device's position gave, but never one chosen from the lists.
          onChange={({ target }) =>
            change({ ...(located?.district === district && nowhere), pincode: target.value })
          }
        />
        <PlaceFields
          chosen={state}
          state={{
            value: state,
            error: errorOf('state', 'stateRequired'),
            onChange: ({ target }) => change({ state: target.value, district: '' }),
          }}
          district={{
            value: district,
            error: errorOf('district', 'districtRequired'),
            onChange: ({ target }) => change({ district: target.value }),
          }}
        />
        {save.error && <FormError text={errorText(save.error)} />}
      </form>
    </Sheet>
  );
}
