import type { Scheme } from '@upaj/contract/mandi/schemes';
import CreditCard from 'lucide-react/icons/credit-card';
import HandCoins from 'lucide-react/icons/hand-coins';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Sprout from 'lucide-react/icons/sprout';

const icons = { income: HandCoins, insurance: ShieldCheck, soil: Sprout, loan: CreditCard };

export function SchemeIcon({ icon }: { icon: Scheme['icon'] }) {
  const Icon = icons[icon];
  return (
    <span
      aria-hidden
      className="grid size-11 shrink-0 place-items-center rounded-full bg-leaf-wash text-leaf"
    >
      <Icon size={22} />
    </span>
  );
}
