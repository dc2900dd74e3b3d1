import type { Decision } from '@upaj/contract/moderation/decisions';
import { useState } from 'react';
import { langOf, useT } from '#i18n/locale.ts';
import { useFormat } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Section } from './section.tsx';
import { UndoDialog } from './decision-dialog.tsx';

export function DecisionList({ title, decisions }: { title: string; decisions: readonly Decision[] }) {
  if (decisions.length === 0) return null;
  return (
    <Section title={title}>
      <ul className="flex flex-col gap-4">
        {decisions.map((decision) => (
          <li key={decision._id}>
            <DecisionItem decision={decision} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function DecisionItem({ decision }: { decision: Decision }) {
  const t = useT('moderation');
  const tReason = useT('decisions');
  const { date, ago } = useFormat();
  const [isUndoing, setUndoing] = useState(false);
  const { action, reason, text, until, createdAt, moderatorUsername, isAutomatic, undone } = decision;
  const moderator = moderatorUsername ? `@${moderatorUsername}` : t('formerModerator');
  return (
    <div className="flex flex-col gap-1">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        {t(`action.${action}`)} · {tReason(`reason.${reason}`)}
        {undone && <Badge tone="haldi">{t('undone')}</Badge>}
        {decision.isAppealed && <Badge tone="plain">{t('appealed')}</Badge>}
      </p>
      {until && <p className="text-note">{t('until', { date: date(until) })}</p>}
      {text && (
        <p lang={langOf(text)} className="whitespace-pre-line wrap-anywhere">
          {text}
        </p>
      )}
      <p className="text-note text-soft">
        {isAutomatic ? t('automatic') : moderator} · {ago(createdAt)}
      </p>
      {!undone && (
        <Button variant="line" className="self-start" onClick={() => setUndoing(true)}>
          {t('undo')}
        </Button>
      )}
      {isUndoing && <UndoDialog decision={decision} onClose={() => setUndoing(false)} />}
    </div>
  );
}
