/** What goes to one address. `link` is the address that its reader is to open. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  link: string;
}

/** One way out for mails. */
export interface MailTransport {
  /** @throws when the mail was not taken; `permanent` on the error tells that it never will be. */
  deliver(mail: Mail): Promise<void>;
  /** Removes what this way keeps of mails to the address. */
  forget(address: string): Promise<void>;
  close(): void;
}
