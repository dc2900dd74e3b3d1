import { hasEnded } from '@upaj/contract/deals/deal-machine';
import type { Deal, UpiIdForm, UpiPaymentDetails } from '@upaj/contract/deals/deals';
import { upiLink } from '@upaj/contract/deals/upi';
import type { DealsService } from '#src/deals/deals/service.ts';
import { addEvent } from '#src/notify/outbox/rows.ts';
import type { OutboxService } from '#src/notify/outbox/service.ts';
import type { AccountService } from '#src/people/account/service.ts';
import type { AddressProofService } from '#src/people/address-proof/service.ts';
import type { Database, Transaction } from '#src/platform/db/connection.ts';
import { AppError } from '#src/platform/http/errors.ts';
import type { Realtime } from '#src/platform/realtime/sockets.ts';
import type { UpiStore } from './store.ts';

export type UpiService = ReturnType<typeof upiService>;

interface UpiDeps {
  db: Database;
  store: UpiStore;
  deals: Pick<DealsService, 'findOne'>;
  account: Pick<AccountService, 'checkPassword'>;
  addressProof: Pick<AddressProofService, 'addStep'>;
  outbox: Pick<OutboxService, 'nudge'>;
  realtime: Pick<Realtime, 'publish'>;
}

export function upiService(deps: UpiDeps) {
  const { db, store, deals, account, addressProof, outbox, realtime } = deps;

  async function changeIn(trx: Transaction, userId: string, upiId: string): Promise<boolean> {
    const earlier = await store.lockOwn(trx, userId);
    if (upiId === (earlier ?? '')) return false;
    await store.save(userId, upiId, trx);
    const change = upiId === '' ? 'removed' : earlier ? 'changed' : 'added';
    await addEvent(trx, 'upi.changed', { userId, change, at: new Date().toISOString() });
    return true;
  }

  // Running deals keep their copy until the seller confirms another one there.
  addressProof.addStep('upi', (userId, trx) => changeIn(trx, userId, ''));

  return {
    findOwn: store.findOwn,

    /** The demo market saves UPI IDs without passwords. */
    save: (userId: string, upiId: string) => store.save(userId, upiId),

    /** Notifies the owner. Earlier deals have a copy of the UPI ID, which stays. @returns false when it is the same */
    async change(userId: string, { upiId, password }: UpiIdForm): Promise<boolean> {
      await account.checkPassword(userId, password, 'password');
      const isChanged = await db.transaction().execute((trx) => changeIn(trx, userId, upiId));
      if (isChanged) {
        outbox.nudge();
        // The page of a deal then shows the seller that the deal still has the old UPI ID.
        realtime.publish({ userIds: [userId] }, 'dealChanged', { dealId: null });
      }
      return isChanged;
    },

    /** Shows the UPI ID to the buyer until the deal ends, and records the view. */
    async findPayment(dealId: string, viewerId: string): Promise<UpiPaymentDetails> {
      const deal = await store.findPayee(dealId, viewerId);
      if (!deal) throw new AppError('DEAL_NOT_FOUND');
      if (deal.buyerId !== viewerId) throw new AppError('BUYER_ONLY');
      if (hasEnded(deal)) throw new AppError('DEAL_ENDED');
      const { upiId, payeeName, amount, dealNumber, changedAt } = deal;
      if (upiId === null) throw new AppError('NO_UPI_ID');
      await store.addView(dealId, viewerId);
      return { upiId, payeeName, amount, link: upiLink({ upiId, payeeName, amount, dealNumber }), changedAt };
    },

    /**
     * Writes the account's UPI ID into a running deal, after the seller confirmed it. It must be the one the account
     * has now.
     */
    async confirm(dealId: string, viewerId: string, upiId: string): Promise<Deal> {
      const deal = await store.findPayee(dealId, viewerId);
      if (!deal) throw new AppError('DEAL_NOT_FOUND');
      if (deal.buyerId === viewerId) throw new AppError('SELLER_ONLY');
      if (hasEnded(deal)) throw new AppError('DEAL_ENDED');
      if (upiId !== (await store.findOwn(viewerId))) throw new AppError('UPI_ID_CHANGED');
      if (await store.confirm(dealId, upiId))
        realtime.publish({ userIds: [deal.buyerId, viewerId] }, 'dealChanged', { dealId });
      return deals.findOne(dealId, viewerId);
    },
  };
}
