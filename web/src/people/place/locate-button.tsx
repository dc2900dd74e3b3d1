import LocateFixed from 'lucide-react/icons/locate-fixed';
import { useT } from '#i18n/locale.ts';
import { Button } from '#ui/button.tsx';

export function LocateButton({ isLocating, onPress }: { isLocating: boolean; onPress: () => void }) {
  const t = useT('place');
  return (
    <Button
      variant="line"
      busy={isLocating}
      icon={<LocateFixed size={19} aria-hidden />}
      onClick={onPress}
      className="flex-1"
    >
      {isLocating ? t('locating') : t('locate')}
    </Button>
  );
}
