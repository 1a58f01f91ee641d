/** A mail, ready to be sent. */
export interface Mail {
  /** First part of its `Message-ID`. Another attempt has the same, so that programs show a mail once that came twice. */
  readonly id: string
  /** Address of the one who gets it. */
  readonly to: string
  /** Name of the sender, unless the operator chose one: that of the organization. */
  readonly organization: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** First part of the id that all mails of a conversation refer to, by which programs show them together. */
  readonly thread?: string | undefined
  /** Address that answers go to. */
  readonly reply_to?: string | undefined
  /** Further headers, such as `List-Unsubscribe`. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Why a mail was not delivered. */
export const failureReasons = [
  /** The server could not be reached, has no good certificate, or took too long. */
  'unreachable',
  /** The server offers no encryption. */
  'not_encrypted',
  /** The server refused the user name and the password, or the key. */
  'login_refused',
  /** The server does not let us send from the address in `MAIL_FROM`. */
  'sender_refused',
  /** There is no such mailbox. */
  'address_refused',
  /** The server refused the mail for another reason. */
  'mail_refused',
  /** The server asked to come back later. */
  'deferred',
  /** The connection broke. */
  'broken_off',
] as const

export type FailureReason = (typeof failureReasons)[number]

/**
 * What became of a mail. `needless`: there is nothing to tell any more, so it was not sent. `refused`: for good. `later`: it was not
 * sent, and may be tried again. `unknown`: the server had all of it when the connection broke, and may deliver it or not.
 */
export type Delivery =
  | { readonly outcome: 'sent' }
  | { readonly outcome: 'needless' }
  | { readonly outcome: 'refused' | 'later' | 'unknown'; readonly reason: FailureReason }

/** Mails that may be sent together, over one connection. */
export const maxMailsTogether = 40
