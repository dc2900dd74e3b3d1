import { limits } from '@upaj/contract/limits';
import type { ProfileEdit } from '@upaj/contract/people/profiles';
import { useState } from 'react';
import { useController, type Control } from 'react-hook-form';
import { useT, useTexts } from '#i18n/locale.ts';
import { ListField } from '#ui/list-field.tsx';

interface CertificationsFieldProps {
  control: Control<ProfileEdit, unknown, ProfileEdit>;
  error: string | undefined;
}

export function CertificationsField({ control, error }: CertificationsFieldProps) {
  const t = useT();
  const texts = useTexts('profile');
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
    if (name.length > limits.certifications.maxLength) return t.fields.tooLong;
    if (names.some((one) => one.toLowerCase() === name.toLowerCase())) return texts.certificationExists;
    return names.length >= limits.certifications.max ? t.fields.certificationsTooMany : undefined;
  }

  return (
    <ListField
      label={texts.certifications}
      hint={texts.certificationsHint}
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
      addLabel={texts.addCertification}
      removeLabel={texts.removeCertification}
    />
  );
}
