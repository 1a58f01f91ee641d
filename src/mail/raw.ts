import type { Mail } from './mail'
import type { Sender } from './setup'
import { headerName, subjectText } from './header-text'

/** Headers of a mail, beside sender, receiver and subject. */
export const headersOf = ({ headers = {} }: Mail): Record<string, string> => ({
  ...headers,
  // Says that a program wrote the mail, so that no other program answers it (RFC 3834).
  'Auto-Submitted': 'auto-generated',
})

export const senderName = ({ organization }: Mail, { name }: Sender): string => headerName(name ?? organization)

export const messageId = ({ id }: Mail, { address }: Sender): string => `<${id}@${address.split('@')[1]!}>`

/** A mail as it travels: headers, text and HTML. */
export async function rawMail(mail: Mail, from: Sender): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const { to, subject, text, html } = mail
  const composed = new MailComposer({
    from: { name: senderName(mail, from), address: from.address },
    to: { name: '', address: to },
    subject: subjectText(subject),
    text,
    html,
    messageId: messageId(mail, from),
    date: new Date(),
    headers: headersOf(mail),
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: 'win',
  })
  return composed.compile().build()
}
