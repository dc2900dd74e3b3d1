import type { OwnDecision } from '@upaj/contract/moderation/appeals';
import type { CasesService } from '#src/moderation/cases/service.ts';
import { AppError } from '#src/platform/http/errors.ts';
import type { AppealsStore } from './store.ts';

export function appealsService(store: AppealsStore, cases: Pick<CasesService, 'announce'>) {
  async function findOwn(decisionId: string, personId: string): Promise<OwnDecision> {
    const decision = await store.findOwn(decisionId, personId);
    if (!decision) throw new AppError('DECISION_NOT_FOUND');
    return decision;
  }

  return {
    findOwn,

    async add(decisionId: string, text: string, personId: string): Promise<OwnDecision> {
      const decision = await findOwn(decisionId, personId);
      if (decision.undone) throw new AppError('DECISION_UNDONE');
      const caseId = decision.canAppeal && (await store.add(decisionId, personId, text));
      if (!caseId) throw new AppError('ALREADY_APPEALED');
      await cases.announce([caseId]);
      return findOwn(decisionId, personId);
    },
  };
}

export type AppealsService = ReturnType<typeof appealsService>;
