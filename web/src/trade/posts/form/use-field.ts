import { useFormContext } from 'react-hook-form';
import { useT } from '#i18n/locale.ts';
import { fieldText } from '#lib/field-text.ts';
import { requiredFields, type FieldName, type PostFormValues } from './form-values.ts';

export function useField() {
  const t = useT('create-post');
  const { register } = useFormContext<PostFormValues>();
  const about = useAboutField();
  return (name: FieldName) => ({ ...register(name), ...about(name), label: t(`labels.${name}`) });
}

export function useAboutField() {
  const { errors } = useFormContext<PostFormValues>().formState;
  return (name: FieldName) => {
    const key = errors[name]?.message;
    const isRequired = requiredFields.has(name);
    return {
      error: key ? fieldText(key) : undefined,
      optional: !isRequired,
      'aria-required': isRequired || undefined,
    };
  };
}
