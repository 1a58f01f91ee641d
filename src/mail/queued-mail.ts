import { mailLanguage } from './language'
import { bodiesOf } from './layout'
import type { Mail } from './mail'
import { unsubscribeHeaders } from './unsubscribing/links'
import { templates, type MailPlace, type TemplateName, type TemplateValues } from './templates'

/** A mail as it waits in a job: what it says is written when it is sent. */
export interface QueuedMail<N extends TemplateName = TemplateName> {
  readonly id: string
  /** Address of the one who gets it. */
  readonly to: string
  /** Language of the reader, as in the setting `default_language`. */
  readonly language: string
  readonly template: N
  readonly values: TemplateValues[N]
  /** The address at which the reader unsubscribes from such mails; missing: they cannot. */
  readonly unsubscribe_url?: string | undefined
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
}

/** Writes a mail that waited. */
export function writtenMail<N extends TemplateName>(
  { id, to, language: wanted, template, values, unsubscribe_url }: QueuedMail<N>,
  { organization, origin }: Pick<MailJob, 'organization' | 'origin'>,
): Mail {
  const language = mailLanguage(wanted)
  const place: MailPlace = { language, organization, host: new URL(origin).host, to }
  const content = templates[template](values, place)
  return {
    id,
    to,
    organization,
    subject: content.subject,
    ...bodiesOf({ ...content, unsubscribe_url }, language),
    ...(unsubscribe_url !== undefined && { headers: unsubscribeHeaders(unsubscribe_url) }),
  }
}
