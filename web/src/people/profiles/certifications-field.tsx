import { fieldText } from '#lib/field-text.ts';
import { foldText } from '@upaj/contract/fold-text';
import { limits } from '@upaj/contract/limits';
import type { ProfileEdit } from '@upaj/contract/people/profiles';
import { useState } from 'react';
import { useController, type Control } from 'react-hook-form';
import { useT } from '#i18n/locale.ts';
import { ListField } from '#ui/forms/list-field.tsx';

interface CertificationsFieldProps {
  control: Control<ProfileEdit, unknown, ProfileEdit>;
  error: string | undefined;
}

export function CertificationsField({ control, error }: CertificationsFieldProps) {
  const tFields = useT('fields');
  const t = useT('profile');
  const { field } = useController({ control, name: 'farmDetails.certifications' });
  const [refusal, setRefusal] = useState<string>();
  const names = field.value ?? [];

  function add(text: string): boolean {
    const name = text.trim();
    if (!name) return false;
    const reason = refusalOf(name);
    setRefusal(reason);
    if (reason !== undefined) return false;
    field.onChange([...names, name]);
    return true;
  }

  function refusalOf(name: string): string | undefined {
    if (name.length > limits.certifications.maxLength) return tFields('tooLong');
    if (names.some((one) => foldText(one) === foldText(name))) return t('certificationExists');
    return names.length >= limits.certifications.max ? fieldText('certificationsTooMany') : undefined;
  }

  return (
    <ListField
      label={t('certifications')}
      hint={t('certificationsHint')}
      error={refusal ?? error}
      limit={limits.certifications.maxLength}
      name={field.name}
      fieldRef={field.ref}
      items={names}
      onAdd={add}
      onRemove={(name) => {
        field.onChange(names.filter((one) => one !== name));
        setRefusal(undefined);
      }}
      onEdit={() => setRefusal(undefined)}
      addsOnBlur
      addLabel={t('addCertification')}
      removeLabel={(name) => t('removeCertification', { name })}
    />
  );
}
