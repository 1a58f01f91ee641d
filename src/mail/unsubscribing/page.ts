import { smallPage } from '../../core/http/small-page'
import { escapeHtml } from '../../markdown/escape'
import { mailLanguage, type MailLanguage } from '../language'
import type { MailingName, DisabledMails } from './mailings'
import type { MailReader } from './queries'

/** Whether the reader gets the mails. `resumed`: again, after they unsubscribed. */
type MailingStatus =
  | { readonly status: 'on' | 'resumed' }
  | {
      readonly status: 'off'
      /** What the button to subscribe again turns on. */
      readonly undo: DisabledMails
    }

type Texts = MailLanguage['texts']['unsubscribing']

const titleOf = (t: Texts, name: MailingName): string =>
  ({ missed_messages: t.missedMessages, digest: t.digest, login: t.login })[name]

const oneClickField = { name: 'List-Unsubscribe', value: 'One-Click' }

const undoField = ({ settings, stream_ids }: DisabledMails) => ({
  name: 'undo',
  value: JSON.stringify({ settings, stream_ids }),
})

/** The page about a mailing. It asks first, then says what happened, and offers the way back. It needs no script. */
export function mailingPage(name: MailingName, { settings, organization }: MailReader, state: MailingStatus): Response {
  const language = mailLanguage(settings.default_language)
  const t = language.texts.unsubscribing
  const sentence = { on: t.ask, off: t.off, resumed: t.resumed }[state.status](organization)
  const isOff = state.status === 'off'
  return smallPage({
    ...languageOf(language),
    status: 200,
    title: escapeHtml(titleOf(t, name)),
    body: `<p role="status">${escapeHtml(sentence)}</p>${form(
      isOff ? undoField(state.undo) : oneClickField,
      isOff ? t.subscribe : t.unsubscribe,
    )}${settingsLink(t)}`,
    hasForm: true,
  })
}

const form = (field: { name: string; value: string }, label: string): string =>
  `<form method="post"><input type="hidden" name="${field.name}" value="${escapeHtml(field.value)}"><button>${escapeHtml(label)}</button></form>`

const settingsLink = (t: Texts): string => `<p><a href="/#settings/notifications">${escapeHtml(t.settings)}</a></p>`

/** The page for a link that is wrong, or whose account is not there any more. It says nothing about anybody. */
export function badLinkPage(headers: Headers): Response {
  const language = mailLanguage(firstLanguage(headers))
  const t = language.texts.unsubscribing
  return smallPage({
    ...languageOf(language),
    status: 404,
    title: escapeHtml(t.badLink),
    body: `<p>${escapeHtml(t.advice)}</p>${settingsLink(t)}`,
    hasForm: false,
  })
}

const languageOf = ({ tag, isRightToLeft }: MailLanguage) => ({ language: tag, isRightToLeft })

/** The best language of a browser: it lists them, the best one first. */
const firstLanguage = (headers: Headers): string =>
  /^[\w-]{1,20}/.exec(headers.get('Accept-Language') ?? '')?.[0] ?? 'en'
