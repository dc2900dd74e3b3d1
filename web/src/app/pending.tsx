import { useT } from '#i18n/locale.ts';
import { Spinner } from '#ui/spinner.tsx';

export function Pending({ wholeScreen = false }: { wholeScreen?: boolean }) {
  const t = useT();
  return <Spinner label={t.common.loading} quiet wholeScreen={wholeScreen} />;
}
