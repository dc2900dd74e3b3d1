import { appealPath, type OwnDecision } from '@upaj/contract/moderation/appeals';
import type { CasesService } from '#src/moderation/cases/service.ts';
import type { Consumer } from '#src/notify/outbox/service.ts';
import type { Database } from '#src/platform/db/connection.ts';
import { AppError } from '#src/platform/http/errors.ts';
import type { Mailer } from '#src/platform/mail/mailer.ts';
import { writeSuspensionEmail } from './email.ts';
import type { AppealLinks } from './link.ts';
import type { AppealsStore } from './store.ts';

/** The weight of an appeal's case, which is that of the reports that hide a post. */
const weight = 3;

interface AppealsDeps {
  db: Database;
  store: AppealsStore;
  links: AppealLinks;
  cases: Pick<CasesService, 'announce'>;
  mailer: Pick<Mailer, 'send'>;
  publicUrl: string;
}

export function appealsService({ db, store, links, cases, mailer, publicUrl }: AppealsDeps) {
  async function findOwn(decisionId: string, personId: string): Promise<OwnDecision> {
    const decision = await store.findOwn(decisionId, personId);
    if (!decision) throw new AppError('DECISION_NOT_FOUND');
    return decision;
  }

  async function add(decisionId: string, text: string, personId: string): Promise<OwnDecision> {
    await findOwn(decisionId, personId);
    const caseId = await db.transaction().execute(async (trx) => {
      if (await store.lockDecision(decisionId, trx)) throw new AppError('DECISION_UNDONE');
      const added = await store.addCase({ decisionId, personId, text, weight }, trx);
      if (!added) throw new AppError('ALREADY_APPEALED');
      return added;
    });
    await cases.announce([caseId]);
    return findOwn(decisionId, personId);
  }

  /** Reads a link, which acts for the person that its decision is about. */
  async function readLink(token: string): Promise<{ decisionId: string; personId: string }> {
    const decisionId = links.read(token);
    const personId = decisionId && (await store.findPerson(decisionId));
    if (!personId) throw new AppError('APPEAL_LINK_INVALID');
    return { decisionId, personId };
  }

  /**
   * Emails suspended people, whom notifications do not reach. Anyone may register any address, so emails go to verified
   * ones only.
   */
  const emailSuspended: Consumer<'decision.made'> = async (events) => () => {
    for (const { data } of events)
      mailer.send(async () => {
        const to = await store.findUnnotified(data);
        const link = publicUrl + appealPath(links.create(data.decisionId));
        return to && writeSuspensionEmail(to, data.event, link);
      });
  };

  return {
    findOwn,
    add,

    async findByLink(token: string): Promise<OwnDecision> {
      const { decisionId, personId } = await readLink(token);
      return findOwn(decisionId, personId);
    },

    async addByLink(token: string, text: string): Promise<OwnDecision> {
      const { decisionId, personId } = await readLink(token);
      return add(decisionId, text, personId);
    },

    /**
     * Call it only after the person has proved who they are. @returns undefined when no decision suspended the account
     */
    async findToken(personId: string): Promise<string | undefined> {
      const decisionId = await store.findSuspension(personId);
      return decisionId && links.create(decisionId);
    },

    emailSuspended,
  };
}

export type AppealsService = ReturnType<typeof appealsService>;
