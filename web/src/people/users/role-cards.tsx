import { userTypes } from '@upaj/contract/people/user-types';
import Store from 'lucide-react/icons/store';
import Tractor from 'lucide-react/icons/tractor';
import { useId, type ComponentProps } from 'react';
import { useT } from '#i18n/locale.ts';
import { FieldErrorText } from '#ui/field.tsx';

const icons = { farmer: Tractor, merchant: Store };

interface RoleCardsProps extends Omit<ComponentProps<'input'>, 'type' | 'value'> {
  error: string | undefined;
}

/** The cards are radio buttons, so that arrow keys work and the whole card can be pressed. */
export function RoleCards({ error, ...input }: RoleCardsProps) {
  const t = useT('register');
  const id = useId();
  return (
    <div
      role="radiogroup"
      aria-labelledby={id}
      aria-required
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
      className="flex flex-col gap-1.5"
    >
      <span id={id} className="font-semibold">
        {t('role')}
      </span>
      <div className="grid gap-3 md:grid-cols-2">
        {userTypes.map((role) => {
          const Icon = icons[role];
          return (
            <label key={role} className="relative block cursor-pointer">
              <input
                {...input}
                type="radio"
                value={role}
                // The input is centred, so that the browser's validation bubble points at the card.
                className="peer absolute inset-0 size-full cursor-pointer opacity-0"
              />
              <span
                className={
                  'flex h-full items-center gap-3.5 rounded-card border-2 bg-card p-3.5 peer-checked:border-leaf ' +
                  'peer-checked:bg-leaf-wash peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 ' +
                  `peer-focus-visible:outline-sky ${error ? 'border-mirch' : 'border-line'}`
                }
              >
                <span className="grid size-12 shrink-0 place-items-center rounded-full bg-leaf-wash text-leaf">
                  <Icon size={26} aria-hidden />
                </span>
                <span>
                  <span className="block font-semibold">{t(`roleName.${role}`)}</span>
                  <span className="block text-note text-soft">{t(`roleText.${role}`)}</span>
                </span>
              </span>
            </label>
          );
        })}
      </div>
      <FieldErrorText id={`${id}-error`} error={error} />
    </div>
  );
}
