import { useT } from '#i18n/locale.ts';
import { useUser } from '#people/users/session.ts';
import { CreateForm } from '#trade/posts/form/create-form.tsx';
import { FormPage } from '#trade/posts/form/form-layout.tsx';

export function CreatePostScreen() {
  const t = useT('create-post');
  const user = useUser();
  return <FormPage title={t('title')}>{user && <CreateForm key={user._id} user={user} />}</FormPage>;
}
