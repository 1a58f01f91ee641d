import type { Mail } from './mail'
import type { Sender } from './setup'
import { headerName, subjectText } from './header-text'

/** Headers of a mail, beside sender, receiver, subject and the address for answers. */
export const headersOf = ({ headers = {}, thread }: Mail, from: Sender): Record<string, string> => ({
  ...headers,
  // Nobody ever got the mail with this id. Programs show mails together that refer to the same one.
  ...(thread !== undefined && { 'In-Reply-To': idOf(thread, from), References: idOf(thread, from) }),
  // Says that a program wrote the mail, so that no other program answers it (RFC 3834).
  'Auto-Submitted': 'auto-generated',
})

export const senderName = ({ organization }: Mail, { name }: Sender): string => headerName(name ?? organization)

const idOf = (first: string, { address }: Sender): string => `<${first}@${address.split('@')[1]!}>`

export const messageId = ({ id }: Mail, from: Sender): string => idOf(id, from)

/** A mail as it travels: headers, text and HTML. */
export async function rawMail(mail: Mail, from: Sender): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const { to, subject, text, html, reply_to } = mail
  const composed = new MailComposer({
    from: { name: senderName(mail, from), address: from.address },
    to: { name: '', address: to },
    subject: subjectText(subject),
    text,
    html,
    messageId: messageId(mail, from),
    date: new Date(),
    headers: headersOf(mail, from),
    ...(reply_to !== undefined && { replyTo: { name: '', address: reply_to } }),
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: 'win',
  })
  return composed.compile().build()
}
