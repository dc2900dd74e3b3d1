import { useFormContext } from 'react-hook-form';
import { useT } from '#i18n/locale.ts';
import { fieldText } from '#lib/field-text.ts';
import { requiredFields, type FieldName, type PostFormValues } from './form-values.ts';

/** Label, error and registration of a field: `const field = useField(); <TextField {...field('title')} />`. */
export function useField() {
  const t = useT('create-post');
  const { register } = useFormContext<PostFormValues>();
  const about = useAboutField();
  return (name: FieldName) => ({ ...register(name), ...about(name), label: t(`labels.${name}`) });
}

/** The same for a control that is not registered by itself. */
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
