import { writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { allLanguages } from '#src/platform/texts.ts';
import { notifyContents } from '#src/app.ts';
import { notificationWording } from '#src/notify/notifications/wording.ts';
const { writeEmail: writeNotificationEmail, writePush } = notificationWording(notifyContents);
import { lists } from './tmp-contents.ts';

test('dump', () => {
  const out: unknown[] = [];
  for (const list of lists as any[])
    for (const language of [null, 'xx', ...allLanguages])
      out.push(writePush(list, language), writeNotificationEmail({ email: 'a@b.c', language }, 'https://upaj.example', list));
  writeFileSync(process.env.GOLDEN ?? '/tmp/golden/server-old.json', JSON.stringify(out, null, 1));
});
