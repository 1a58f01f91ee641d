import { env } from 'cloudflare:workers'
import type { Agenda } from '../../src/core/turn/agenda'
import { newReplyAddress } from '../../src/incoming-mail/reply-addresses'
import worker from '../../src/index'
import type { Person } from './person'

interface Envelope {
  /** Address to which reports go; empty for reports themselves. */
  readonly from?: string
  /** Bytes that the sender says, if they are not those of the mail. */
  readonly size?: number
}

/** Brings a mail as Cloudflare does, and answers why it was refused; null if it was taken. */
export async function bring(
  to: string,
  raw: string | Uint8Array,
  { from, size }: Envelope = {},
): Promise<string | null> {
  const bytes = typeof raw === 'string' ? new TextEncoder().encode(raw.replaceAll(/\r?\n/g, '\r\n')) : raw
  let reason: string | null = null
  const message = {
    from: from ?? 'someone@elsewhere.example',
    to,
    headers: new Headers(),
    raw: new Response(bytes).body!,
    rawSize: size ?? bytes.length,
    setReject: (text: string) => void (reason = text),
  }
  await worker.email(message as unknown as ForwardableEmailMessage, env)
  return reason
}

let mails = 0

/** A mail of plain text. Headers may replace the usual ones. */
export function plainMail(text: string, headers: Readonly<Record<string, string>> = {}): string {
  mails += 1
  const all = {
    From: 'Nora Outsider <nora@elsewhere.example>',
    Subject: 'Ferry times',
    'Message-ID': `<mail-${mails}@elsewhere.example>`,
    'Content-Type': 'text/plain; charset=utf-8',
    ...headers,
  }
  return `${Object.entries(all)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')}\n\n${text}\n`
}

/** An address by which a person may answer a message, as mails about it have. */
export async function replyAddressFor(person: Person, message_id: number): Promise<string> {
  const { realm } = person
  const { id: realm_id, host } = realm
  return realm.inObject((object) => {
    const turn = { agenda: Reflect.get(object, 'agenda') as Agenda, env, realm_id, now: Date.now() / 1000 }
    return newReplyAddress(turn, { user_id: person.id, message_id, origin: `https://${host}` })!
  })
}
