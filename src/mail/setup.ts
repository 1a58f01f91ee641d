import { parsedAddress } from '../users/email'

/** A server that takes mail by SMTP. */
export interface SmtpServer {
  readonly host: string
  readonly port: number
  /** `immediate`: the connection begins with TLS. `required`: STARTTLS, or nothing is sent. `off`: on this machine only. */
  readonly tls: 'immediate' | 'required' | 'off'
  readonly login: { readonly user: string; readonly password: string } | null
}

export type Transport =
  | { readonly name: 'smtp'; readonly server: SmtpServer }
  | { readonly name: 'cloudflare'; readonly binding: SendEmail }
  | { readonly name: 'resend'; readonly key: string }

export interface Sender {
  readonly address: string
  /** Null: mails come in the name of the organization. */
  readonly name: string | null
}

/** How the deployment sends mail. */
export interface MailSetup {
  readonly transport: Transport
  readonly from: Sender
}

/** What the operator has to mend, in words for them. */
export interface SetupProblem {
  readonly problem: string
}

class Wrong extends Error {}

/** What is configured, in order: the first that is there sends. */
const transports: readonly ((env: Env) => Transport | null)[] = [
  ({ SMTP_URL }) => (SMTP_URL ? { name: 'smtp', server: smtpServer(SMTP_URL) } : null),
  ({ MAIL }) => (MAIL ? { name: 'cloudflare', binding: MAIL } : null),
  ({ RESEND_API_KEY }) => (RESEND_API_KEY ? { name: 'resend', key: RESEND_API_KEY } : null),
]

/** How this deployment sends mail, or what is wrong with its configuration; null if it sends none. */
export function mailSetup(env: Env): MailSetup | SetupProblem | null {
  try {
    for (const transportOf of transports) {
      const transport = transportOf(env)
      if (transport !== null) return { transport, from: senderOf(env) }
    }
    return null
  } catch (error) {
    if (!(error instanceof Wrong)) throw error
    return { problem: error.message }
  }
}

/** Whether the deployment sends mail. */
export function sendsMail(env: Env): boolean {
  const setup = mailSetup(env)
  return setup !== null && !('problem' in setup)
}

function senderOf({ MAIL_FROM = '' }: Env): Sender {
  const [, quoted, name = quoted, inner, bare] =
    /^(?:(?:"([^"<>]*)"|([^"<>]*))\s*<([^<>]*)>|([^<>]*))$/.exec(MAIL_FROM) ?? []
  const address = parsedAddress(inner ?? bare ?? '')
  if (address === null)
    throw new Wrong('MAIL_FROM is missing or no address. Set it to "Name <address>" or to an address.')
  return { address, name: name?.trim() || null }
}

const localHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

const defaultPorts = { 'smtps:': 465, 'smtp:': 587 } as const

function smtpServer(text: string): SmtpServer {
  const url = URL.parse(text)
  const protocol = url?.protocol as keyof typeof defaultPorts | undefined
  if (url === null || protocol === undefined || !(protocol in defaultPorts) || url.hostname === '')
    throw new Wrong('SMTP_URL is no address like smtps://user:password@host:465 or smtp://user:password@host:587.')
  const port = url.port === '' ? defaultPorts[protocol] : Number(url.port)
  if (port === 25) throw new Wrong('SMTP_URL names port 25, which Cloudflare does not let out. Use port 465 or 587.')
  const wantsNoTls = url.searchParams.get('tls') === 'off'
  if (wantsNoTls && (protocol === 'smtps:' || !localHosts.has(url.hostname)))
    throw new Wrong('SMTP_URL turns TLS off, which is for smtp:// and servers on this machine only.')
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port,
    tls: protocol === 'smtps:' ? 'immediate' : wantsNoTls ? 'off' : 'required',
    login:
      url.username === '' ? null : { user: decodeCredential(url.username), password: decodeCredential(url.password) },
  }
}

function decodeCredential(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Wrong('SMTP_URL has a % in the user name or the password. Write it as %25.')
  }
}
