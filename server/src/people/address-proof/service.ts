import type { ClearedPart } from '@upaj/contract/people/address-proof';
import type { Language } from '@upaj/contract/texts';
import { addEvent } from '#src/notify/outbox/rows.ts';
import type { Transaction } from '#src/platform/db/connection.ts';
import type { EmailText } from '#src/platform/mail/link-email.ts';
import { textsIn } from '#src/platform/texts.ts';
import * as store from './store.ts';

/** How the browser that proves the address is known: it is logged in, or it registered the account or logged in before. */
export type Browser = 'logged in' | 'known' | 'unknown';

/** A step that a later domain registers. It runs in the transaction of the proof. @returns whether it removed something */
type ClearStep = (userId: string, trx: Transaction) => Promise<boolean>;

/**
 * Anyone may register any address. The first proof of an address decides whose account it is: unless the proof comes
 * from the browser of the one who registered it, what was entered before is removed.
 */
export function addressProofService() {
  const steps: [ClearedPart, ClearStep][] = [];

  async function clear(userId: string, trx: Transaction): Promise<ClearedPart[]> {
    const cleared = await store.clearClaims(userId, trx);
    for (const [part, step] of steps) if (await step(userId, trx)) cleared.push(part);
    return cleared;
  }

  return {
    isVerified: store.isVerified,
    addAddress: store.addAddress,

    addStep: (part: ClearedPart, step: ClearStep): void => void steps.push([part, step]),

    /**
     * Call it before anything of the account changes. @returns what was removed, whether the proof is the first one, and
     * whether the account lost the address instead
     */
    async prove(userId: string, browser: Browser, trx: Transaction) {
      const address = await store.lockAddress(userId, trx);
      if (!address || address.isVerified) return { cleared: [], isFirst: false, isReleased: false };
      // A browser that others use too cannot enter the code of a second factor that somebody else has switched on.
      const isOwn = browser === 'logged in' || (browser === 'known' && !address.hasSecondFactor);
      if (!isOwn && address.hasProvedNumber) {
        // The owner of the number proved more than the address that was only entered.
        await store.releaseAddress(userId, trx);
        return { cleared: [], isFirst: false, isReleased: true };
      }
      const cleared = isOwn ? [] : await clear(userId, trx);
      await store.setVerified(userId, trx);
      await addEvent(trx, 'account.changed', { userId });
      return { cleared, isFirst: true, isReleased: false };
    },
  };
}

export type AddressProofService = ReturnType<typeof addressProofService>;

/** The email contains no name, because another person wrote it. */
export function writeClearedText(cleared: readonly ClearedPart[], language: Language): EmailText {
  const t = textsIn(language, 'emails');
  const tPart = textsIn(language, 'password');
  const parts = cleared.map((part) => `• ${tPart(`cleared.${part}`)}`).join('\n');
  return {
    subject: t('address-proved.subject'),
    action: t('address-proved.action'),
    before: `${t('address-proved.before')}\n\n${parts}`,
    after: t('address-proved.after'),
  };
}
