export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  link: string;
}

export interface MailTransport {
  /** @throws when not accepted; `permanent` on the error means that retrying is useless. */
  deliver(mail: Mail): Promise<void>;
  deleteMailsTo(address: string): Promise<void>;
  close(): void;
}
