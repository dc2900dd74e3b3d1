import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { TextKey } from '@upaj/contract/texts';
import Ban from 'lucide-react/icons/ban';
import Camera from 'lucide-react/icons/camera';
import ChartLine from 'lucide-react/icons/chart-line';
import CheckCheck from 'lucide-react/icons/check-check';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Download from 'lucide-react/icons/download';
import EyeOff from 'lucide-react/icons/eye-off';
import FileText from 'lucide-react/icons/file-text';
import Handshake from 'lucide-react/icons/handshake';
import IndianRupee from 'lucide-react/icons/indian-rupee';
import KeyRound from 'lucide-react/icons/key-round';
import Lock from 'lucide-react/icons/lock';
import LogOut from 'lucide-react/icons/log-out';
import Mail from 'lucide-react/icons/mail';
import MapPin from 'lucide-react/icons/map-pin';
import Megaphone from 'lucide-react/icons/megaphone';
import MessageCircle from 'lucide-react/icons/message-circle';
import PackageCheck from 'lucide-react/icons/package-check';
import Phone from 'lucide-react/icons/phone';
import Repeat from 'lucide-react/icons/repeat';
import Scale from 'lucide-react/icons/scale';
import Search from 'lucide-react/icons/search';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Sprout from 'lucide-react/icons/sprout';
import Star from 'lucide-react/icons/star';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import Users from 'lucide-react/icons/users';
import { useT } from '#i18n/locale.ts';
import { api } from '#lib/api.ts';
import { useTitle } from '#lib/use-title.ts';
import { BackButton } from '#ui/back-button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/states.tsx';

type Icon = typeof Sprout;
type Titled<Key> = Key extends `${infer Name}.title` ? Name : never;
type Part = Titled<TextKey<'help'>>;
type TopicId = Exclude<Part, `${string}.${string}` | 'contact'>;

interface Topic {
  id: TopicId;
  icon: Icon;
  steps: readonly { [Step in Part]: Step extends `${string}.${string}` ? [Step, Icon] : never }[Part][];
}

const topics: readonly Topic[] = [
  {
    id: 'selling',
    icon: Sprout,
    steps: [
      ['selling.photo', Camera],
      ['selling.price', ChartLine],
      ['selling.place', MapPin],
      ['selling.answer', MessageCircle],
      ['selling.soldOut', PackageCheck],
    ],
  },
  {
    id: 'buying',
    icon: Search,
    steps: [
      ['buying.find', Search],
      ['buying.seller', Star],
      ['buying.ask', MessageCircle],
      ['buying.offer', IndianRupee],
      ['buying.wanted', Megaphone],
    ],
  },
  {
    id: 'offers',
    icon: Handshake,
    steps: [
      ['offers.offer', FileText],
      ['offers.counter', Repeat],
      ['offers.deal', Handshake],
      ['offers.confirm', CheckCheck],
      ['offers.problem', TriangleAlert],
    ],
  },
  {
    id: 'paying',
    icon: IndianRupee,
    steps: [
      ['paying.direct', Users],
      ['paying.name', CheckCheck],
      ['paying.pin', KeyRound],
      ['paying.proof', TriangleAlert],
      ['paying.changed', Phone],
    ],
  },
  {
    id: 'safety',
    icon: ShieldCheck,
    steps: [
      ['safety.advance', IndianRupee],
      ['safety.meet', Scale],
      ['safety.number', Phone],
      ['safety.block', Ban],
      ['safety.shared', LogOut],
    ],
  },
  {
    id: 'account',
    icon: KeyRound,
    steps: [
      ['account.number', Phone],
      ['account.more', Sprout],
      ['account.badge', ShieldCheck],
      ['account.sim', Lock],
    ],
  },
  { id: 'terms', icon: FileText, steps: [] },
  {
    id: 'privacy',
    icon: Lock,
    steps: [
      ['privacy.stored', Lock],
      ['privacy.seen', Users],
      ['privacy.photos', Camera],
      ['privacy.phone', Phone],
      ['privacy.sold', EyeOff],
      ['privacy.yours', Download],
      ['privacy.retained', Scale],
    ],
  },
];

const clauses = [
  ['account', KeyRound],
  ['trade', Sprout],
  ['sale', Handshake],
  ['storage', Lock],
  ['conduct', Ban],
] as const;

export function HelpScreen() {
  const t = useT('help');
  useTitle(t('title'));
  return (
    <div className="mx-auto flex max-w-[44rem] flex-col gap-4">
      <BackButton to="/" />
      <h1 className="text-title font-bold tracking-tight md:text-hero">{t('title')}</h1>
      <p className="text-soft">{t('intro')}</p>
      <ul className="grid gap-3 sm:grid-cols-2">
        {topics.map(({ id, icon }) => (
          <li key={id} className="grid">
            <Link
              to="/help/$topic"
              params={{ topic: id }}
              className="flex items-center gap-3.5 rounded-card border border-line bg-card p-3.5 hover:border-leaf"
            >
              <Picture icon={icon} />
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">{t(`${id}.title`)}</span>
                <span className="block text-note text-soft">{t(`${id}.text`)}</span>
              </span>
              <ChevronRight size={20} aria-hidden className="shrink-0 text-soft" />
            </Link>
          </li>
        ))}
      </ul>
      <Contact />
    </div>
  );
}

export function HelpTopicScreen() {
  const t = useT('help');
  const tCommon = useT('common');
  const { topic: id } = useParams({ strict: false });
  const topic = topics.find((one) => one.id === id);
  useTitle(topic ? t(`${topic.id}.title`) : tCommon('notFoundTitle'));
  if (!topic) {
    return (
      <EmptyState
        heading="h1"
        icon={<Sprout size={30} />}
        title={tCommon('notFoundTitle')}
        text={tCommon('notFoundText')}
        action={<AllTopics />}
      />
    );
  }
  return (
    <div className="mx-auto flex max-w-[44rem] flex-col gap-4">
      <BackButton to="/help" />
      <h1 className="text-title font-bold tracking-tight md:text-hero">{t(`${topic.id}.title`)}</h1>
      {topic.id === 'terms' ? <Clauses /> : <Steps steps={topic.steps} />}
      <AllTopics />
      {(topic.id === 'paying' || topic.id === 'safety') && <Contact />}
    </div>
  );
}

function Steps({ steps }: Pick<Topic, 'steps'>) {
  const t = useT('help');
  return (
    <ol className="flex flex-col gap-3">
      {steps.map(([step, icon]) => (
        <Step key={step} icon={icon} title={t(`${step}.title`)} text={t(`${step}.text`)} />
      ))}
    </ol>
  );
}

/** People agree to these terms when they register. */
function Clauses() {
  const t = useT('terms');
  return (
    <ol className="flex flex-col gap-3">
      {clauses.map(([clause, icon]) => (
        <Step key={clause} icon={icon} title={t(`${clause}.title`)} text={t(`${clause}.text`)} />
      ))}
    </ol>
  );
}

function Step({ icon, title, text }: { icon: Icon; title: string; text: string }) {
  return (
    <li className="flex gap-3.5 rounded-card border border-line bg-card p-3.5">
      <Picture icon={icon} />
      <div className="min-w-0">
        <h2 className="font-semibold">{title}</h2>
        <p className="mt-1">{text}</p>
      </div>
    </li>
  );
}

function AllTopics() {
  const t = useT('help');
  return (
    <Link to="/help" className="flex min-h-11 items-center font-semibold text-leaf underline">
      {t('all')}
    </Link>
  );
}

function Picture({ icon: Drawing }: { icon: Icon }) {
  return (
    <span
      aria-hidden
      className="grid size-12 shrink-0 place-items-center rounded-full bg-leaf-wash text-leaf"
    >
      <Drawing size={24} />
    </span>
  );
}

const contactQuery = queryOptions({
  queryKey: ['operator-contact'],
  queryFn: async ({ signal }) => (await api('GET /api/v1/contact', { signal })).data,
  staleTime: Infinity,
});

function Contact() {
  const t = useT('help');
  const { data, isError } = useQuery(contactQuery);
  return (
    <Card className="p-3.5">
      <h2 className="font-semibold">{t('contact.title')}</h2>
      {data?.email ? (
        <>
          <p className="mt-1">{t('contact.text')}</p>
          <a
            href={`mailto:${data.email}`}
            className="inline-flex min-h-11 items-center gap-2 font-semibold break-all text-leaf underline"
          >
            <Mail size={20} aria-hidden className="shrink-0" />
            {data.email}
          </a>
        </>
      ) : (
        <p className="mt-1 min-h-12">{isError ? t('contact.failed') : data && t('contact.none')}</p>
      )}
      <p className="mt-2">{t('contact.police')}</p>
    </Card>
  );
}
