import { Link } from '@tanstack/react-router';
import KeyRound from 'lucide-react/icons/key-round';
import { useT } from '#i18n/locale.ts';
import { useTitle } from '#lib/use-title.ts';
import { buttonClass } from '#ui/button.tsx';

export function ForgotPasswordScreen() {
  const t = useT();
  useTitle(t.shell.forgotTitle);
  return (
    <div className="mx-auto flex max-w-md flex-col items-start gap-4">
      <span className="grid size-14 place-items-center rounded-full bg-leaf-wash text-leaf">
        <KeyRound size={26} aria-hidden />
      </span>
      <h1 className="text-title font-bold tracking-tight">{t.shell.forgotTitle}</h1>
      <p>{t.shell.forgotText}</p>
      <Link to="/login" className={buttonClass('line')}>
        {t.shell.toLogin}
      </Link>
    </div>
  );
}
