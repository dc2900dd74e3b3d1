import { useEffect, useEffectEvent, useState } from 'react';
import { useT } from '#i18n/locale.ts';
import { deviceTexts } from '#lib/storage.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Switch } from '#ui/switch.tsx';

type Key = 'j' | 'k' | 'a' | 'r';

const stored = 'console-keys';

const areKeysOn = () => deviceTexts.read(stored) !== 'off';

/** Connects single keys with actions. A moderator can turn the keys off; `?` always lists them. */
export function useKeys(actions: Partial<Record<Key, () => void>>) {
  const [isOn, setOn] = useState(areKeysOn);
  const [isListed, setListed] = useState(false);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isTyping =
      event.target instanceof Element && event.target.closest('input, select, textarea, dialog');
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '?') return setListed(true);
    const act = isOn ? actions[event.key as Key] : undefined;
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const change = (next: boolean) => {
    setOn(next);
    deviceTexts.write(stored, next ? 'on' : 'off');
  };
  const keys = Object.keys(actions) as Key[];
  return <KeysButton keys={keys} isOn={isOn} onChange={change} isListed={isListed} onList={setListed} />;
}

interface KeysButtonProps {
  keys: readonly Key[];
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  isListed: boolean;
  onList: (isListed: boolean) => void;
}

function KeysButton({ keys, isOn, onChange, isListed, onList }: KeysButtonProps) {
  const t = useT('moderation');
  return (
    <>
      <Button variant="line" onClick={() => onList(true)} className="max-md:hidden">
        {t('keys')}
      </Button>
      {isListed && (
        <Dialog title={t('keys')} onClose={() => onList(false)}>
          <dl className="mb-3">
            {keys.map((key) => (
              <div key={key} className="flex gap-4 border-b border-line py-2">
                <dt>
                  <kbd className="rounded-small border border-edge px-2">{key}</kbd>
                </dt>
                <dd>{t(`key.${key}`)}</dd>
              </div>
            ))}
            <div className="flex gap-4 py-2">
              <dt>
                <kbd className="rounded-small border border-edge px-2">?</kbd>
              </dt>
              <dd>{t('key.help')}</dd>
            </div>
          </dl>
          <Switch label={t('useKeys')} checked={isOn} onChange={(event) => onChange(event.target.checked)} />
        </Dialog>
      )}
    </>
  );
}
