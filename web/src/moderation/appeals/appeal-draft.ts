import { deleteChat, readChat, storeChat } from '#chat/messages/chat-storage.ts';

// Drafts and the token are stored in the tab, until the appeal is sent or the session ends, because phones are shared.

/** A suspended person has a link with this token instead of a session. */
export const readAppealToken = () => readChat<string>('appeal_link', '') ?? '';
export const storeAppealToken = (token: string) => storeChat('appeal_link', '', token);

export const readAppealText = (decisionId: string) => readChat<string>('appeal_drafts', decisionId) ?? '';
export const storeAppealText = (decisionId: string, text: string) =>
  storeChat('appeal_drafts', decisionId, text);

export const deleteAppealDraft = () => deleteChat('appeal_link', 'appeal_drafts');
