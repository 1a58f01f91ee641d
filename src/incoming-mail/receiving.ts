import { ApiError } from '../core/base/errors'
import { beginningOf } from '../core/base/fetch-outside'
import { Semaphore } from '../core/http/semaphore'
import type { OwnWork } from '../core/realm/own-work'
import { mailSetup } from '../mail/setup'
import { reasonAgainst } from './acceptance'
import type { CheckedMail } from './actions'
import type { MailAddress } from './address'
import { messageContent } from './composition'
import { contentOf, type MailContent } from './content'
import { storeFiles, type StoredFiles } from './files'
import { maxMailBytes } from './limits'
import { readMail, type ReadMail } from './reading'
import { topicOf } from './topic'

/** Bytes of mails that are in the memory of this isolate at a time. A mail takes three times its size while it is read. */
const reading = new Semaphore({
  max: maxMailBytes,
  maxOfOwner: maxMailBytes,
  leaseMs: 4000,
  maxWaitMs: 20_000,
  maxWaiting: 20,
})

/** Makes a mail a message. Answers why it is refused, or null. Other failures are thrown: the mail may come again. */
export async function receiveMail(
  object: OwnWork,
  address: MailAddress,
  { raw, size }: { raw: ReadableStream<Uint8Array>; size: number },
): Promise<string | null> {
  try {
    await object.perform('admitMail', { kind: address.kind, token: address.token })
    return await reading.hold(size, 'mail', async () => {
      const { bytes, isWhole } = await beginningOf(raw, maxMailBytes)
      return isWhole ? await receive(object, address, bytes) : 'The mail is too large.'
    })
  } catch (error) {
    await raw.cancel().catch(() => undefined)
    if (!(error instanceof ApiError) || error.refusal.status >= 500) throw error
    const { status, msg } = error.refusal
    return status === 429 ? 'Too many mails came at the same time: send it again later.' : msg
  }
}

async function receive(object: OwnWork, address: MailAddress, bytes: Uint8Array): Promise<string | null> {
  const mail = await readMail(bytes)
  if (mail === null) return 'The mail cannot be read.'
  const { kind, token } = address
  const { headers, messageId, id: mail_id, subject, files } = mail
  const reason = reasonAgainst({ kind, headers, messageId, ownDomain: ownDomain(object.env) })
  if (reason !== null) return reason
  const content = textOf(mail, address)
  const attachments = new Map(
    [...files.entries()].filter(([index, file]) => !content.omittedFiles.has(index) && !isSignature(file)),
  )
  if (content.text === '' && attachments.size === 0) return 'The mail has no text of its own.'
  const sender = address.options.includes('show-sender') ? mail.sender : null
  const post = { address: { kind, token }, mail_id, topic: topicOf(subject) }
  let maxFiles = 0
  if (attachments.size > 0) {
    const withoutFiles = messageContent(content, noFiles, sender) || noText
    const checked = { ...post, content: withoutFiles, files: attachments.size }
    const { is_posted, max_files } = (await object.perform('checkMail', checked)) as CheckedMail
    if (is_posted) return null
    maxFiles = max_files
  }
  const stored = await storeFiles(object, post.address, { files: attachments, maxFiles })
  await object.perform('postMail', { ...post, content: messageContent(content, stored, sender) })
  return null
}

const noFiles: StoredFiles = { links: new Map(), omittedNames: [] }

/** Stands for the text of a mail that only has files. */
const noText = '…'

/** The text of a mail. Where nothing but quotes and signatures was sent to a stream, they are what was meant. */
function textOf(mail: ReadMail, { kind, options }: MailAddress): MailContent {
  const content = contentOf(mail.bodies, mail.files, options)
  if (content.text !== '' || kind === 'reply') return content
  return contentOf(mail.bodies, mail.files, [...options, 'include-quotes', 'include-footer'])
}

/** Files by which programs prove who wrote a mail. */
const isSignature = ({ type }: { type: string }): boolean =>
  /^application\/(?:pgp-(?:signature|keys)|(?:x-)?pkcs7-signature)$/.test(type)

/** The domain that our own mails come from. */
function ownDomain(env: Env): string | null {
  const setup = mailSetup(env)
  return setup === null || 'problem' in setup ? null : setup.from.address.split('@')[1]!.toLowerCase()
}
