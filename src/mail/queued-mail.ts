import { mailLanguage } from './language'
import { bodiesOf } from './layout'
import type { MissedConversation } from '../missed-messages/waiting'
import type { Mail } from './mail'
import { unsubscribeHeaders } from './unsubscribing/links'
import { templates, type MailPlace, type TemplateName, type TemplateValues } from './templates'

/** Templates whose values are read from the database when a mail is sent, and what says until then which values these are. */
interface LateValues {
  missed_messages: MissedConversation
}

/** What stands for the values of a template as long as a mail waits. */
export type QueuedValues<N extends TemplateName> = N extends keyof LateValues ? LateValues[N] : TemplateValues[N]

interface Envelope {
  readonly id: string
  /** Address of the one who gets it. */
  readonly to: string
  /** Language of the reader, as in the setting `default_language`. */
  readonly language: string
  /** As in `Mail`. */
  readonly thread?: string | undefined
  readonly reply_to?: string | undefined
  /** Whether a server was given the mail and broke the connection off before it answered. */
  readonly mayHaveArrived?: true
  /** The address at which the reader unsubscribes from such mails; missing: they cannot. */
  readonly unsubscribe_url?: string | undefined
}

/** A mail as it waits in a job: what it says is written when it is sent. */
export type QueuedMail = {
  [N in TemplateName]: Envelope & { readonly template: N; readonly values: QueuedValues<N> }
}[TemplateName]

/** A mail that is to be written. */
export interface ReadyMail<N extends TemplateName = TemplateName> extends Envelope {
  readonly template: N
  readonly values: TemplateValues[N]
}

/** A job that sends mails of one organization. */
export interface MailJob {
  /** The share that the job counts towards. */
  readonly share: number
  readonly pool?: number | undefined
  /** Name of the organization. */
  readonly organization: string
  /** Scheme and host of the organization. */
  readonly origin: string
  readonly mails: readonly QueuedMail[]
  /** Attempts before this one. */
  readonly attempts: number
  /** UNIX time of the next attempt. */
  readonly due: number
  /** UNIX time from which on the mails are of no use, because their links have expired. */
  readonly expires_at: number
  /** Key of the item of the agenda that records the job. Without it, the job has a row. */
  readonly agenda_key?: string
}

/** Writes a mail that waited. */
export function writtenMail<N extends TemplateName>(
  { id, to, language: wanted, thread, reply_to, unsubscribe_url, template, values }: ReadyMail<N>,
  { organization, origin }: Pick<MailJob, 'organization' | 'origin'>,
): Mail {
  const language = mailLanguage(wanted)
  const place: MailPlace = {
    language,
    organization,
    host: new URL(origin).host,
    to,
    isAnswered: reply_to !== undefined,
  }
  const content = templates[template](values, place)
  return {
    id,
    to,
    organization,
    subject: content.subject,
    thread,
    reply_to,
    ...bodiesOf({ ...content, unsubscribe_url }, language),
    ...(unsubscribe_url !== undefined && { headers: unsubscribeHeaders(unsubscribe_url) }),
  }
}
