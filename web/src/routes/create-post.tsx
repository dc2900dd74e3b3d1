import { CreateForm } from '#features/posts/form/create-form.tsx';
import { FormPage } from '#features/posts/form/form-page.tsx';
import { useTexts } from '#i18n/locale.ts';
import { useUser } from '#lib/session.ts';

export function CreatePostScreen() {
  const texts = useTexts('createPost');
  const user = useUser();
  return <FormPage title={texts.title}>{user && <CreateForm key={user._id} user={user} />}</FormPage>;
}
