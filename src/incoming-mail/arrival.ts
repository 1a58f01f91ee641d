import { Database } from '../core/sql/database'
import { databaseOf } from '../realm/directory'
import { SlidingWindows } from '../core/http/sliding-windows'
import type { Totals } from '../core/usage/usage-meter'
import { mailDomain, parsedMailAddress, type MailAddress } from './address'
import { mailsPerMinute, maxMailBytes } from './limits'
import { isKnownAddress } from './queries'

/** A mail for the realm's object. */
export interface MailCall {
  readonly realm_id: number
  readonly address: MailAddress
  /** Bytes. */
  readonly size: number
  /** What the Worker used of the day's quotas. */
  readonly used: Totals
}

/** The object that takes mails of a realm. */
export interface MailReceiver extends Rpc.DurableObjectBranded {
  /** Answers as JSON why the mail is refused, or null. */
  receiveMail(call: MailCall, raw: ReadableStream<Uint8Array>): Promise<string>
}

/** Counts mails of the last minute to each address of a stream, or to all other addresses of a realm, before its object is asked. */
const windows = new SlidingWindows(16 * 1024)

/** Takes a mail that Cloudflare brings. Only the envelope is looked at here: the realm's object reads the mail. */
export async function takeMail(message: ForwardableEmailMessage, env: Env): Promise<void> {
  const reason = await refusalOfMail(message, env)
  if (reason !== null) message.setReject(reason)
}

/** Why a mail is refused; null if it became a message. */
async function refusalOfMail({ from, to, raw, rawSize }: ForwardableEmailMessage, env: Env): Promise<string | null> {
  const domain = mailDomain(env)
  if (domain === null) return 'This server takes no mail.'
  const address = parsedMailAddress(to, domain)
  if (address === null) return 'There is no such address.'
  // Only reports about mails have no sender, so that nobody answers them.
  if (from === '' || from === '<>') return 'Reports about other mails are not taken.'
  if (rawSize > maxMailBytes) return `The mail is too large (limit: ${maxMailBytes / 1024 / 1024} MiB).`
  const { realm_id } = address
  const database = new Database(() => databaseOf(env, realm_id))
  const [found] = await database.send([isKnownAddress(realm_id, address.kind === 'stream' ? address.token : null)])
  if (found!.rows.length === 0) return 'There is no such address.'
  if (!mayCome(address, env)) return 'Too many mails came at the same time: send it again later.'
  const call = { realm_id, address, size: rawSize, used: { worker_requests: 1, rows_read: database.tally.rows_read } }
  const objects = env.REALM as unknown as DurableObjectNamespace<MailReceiver & Rpc.DurableObjectBranded>
  // The stream of a mail cannot be passed on as it is: only streams of bytes travel between objects.
  const { readable, writable } = new IdentityTransformStream()
  const sent = raw.pipeTo(writable).catch(() => undefined)
  const reply = await objects.getByName(String(realm_id)).receiveMail(call, readable)
  await sent
  return JSON.parse(reply) as string | null
}

/**
 * Counts a mail, unless too many came in the last minute. Each address of a stream, which exists by now, has a count of its own, so
 * that nobody keeps the mails to other addresses away. Only the object knows which addresses for answers there are.
 */
function mayCome({ kind, realm_id, token }: MailAddress, { RATE_LIMITS }: Env): boolean {
  const key = kind === 'stream' ? token : `answers ${realm_id}`
  return RATE_LIMITS === 'off' || windows.take(key, mailsPerMinute, Date.now() / 1000).wait === null
}
