import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { useState, type ComponentProps } from 'react';
import { useT } from '#i18n/locale.ts';
import { IconButton } from './icon-button.tsx';
import { TextField } from './text-field.tsx';

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'suffix'>;

export function PasswordField(props: Props) {
  const t = useT();
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={isShown ? 'text' : 'password'}
      suffix={
        <IconButton
          label={isShown ? t.common.hidePassword : t.common.showPassword}
          onClick={() => setShown(!isShown)}
          className="text-soft hover:text-ink"
        >
          <Icon size={22} aria-hidden />
        </IconButton>
      }
    />
  );
}
