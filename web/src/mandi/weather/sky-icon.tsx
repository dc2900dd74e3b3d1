import type { WeatherIcon } from '@upaj/contract/mandi/weather';
import Cloud from 'lucide-react/icons/cloud';
import CloudDrizzle from 'lucide-react/icons/cloud-drizzle';
import CloudFog from 'lucide-react/icons/cloud-fog';
import CloudLightning from 'lucide-react/icons/cloud-lightning';
import CloudRain from 'lucide-react/icons/cloud-rain';
import CloudSun from 'lucide-react/icons/cloud-sun';
import Snowflake from 'lucide-react/icons/snowflake';
import Sun from 'lucide-react/icons/sun';

const icons = {
  clear: Sun,
  'partly-cloudy': CloudSun,
  cloudy: Cloud,
  fog: CloudFog,
  drizzle: CloudDrizzle,
  rain: CloudRain,
  snow: Snowflake,
  thunder: CloudLightning,
};

/** Decorative: the condition always stands beside it. */
export function SkyIcon({ icon, size }: { icon: WeatherIcon; size: number }) {
  const Icon = icons[icon];
  return <Icon size={size} aria-hidden strokeWidth={1.75} className="shrink-0" />;
}
