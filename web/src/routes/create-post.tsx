import { CreateForm } from '#features/posts/form/create-form.tsx';
import { FormPage } from '#features/posts/form/form-page.tsx';
import { useT } from '#i18n/locale.ts';
import { useUser } from '#lib/session.ts';

export function CreatePostScreen() {
  const t = useT();
  const user = useUser();
  return <FormPage title={t.createPost.title}>{user && <CreateForm key={user._id} user={user} />}</FormPage>;
}
