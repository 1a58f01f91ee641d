import { compiled, type MailTexts } from './texts/compiled'

/** A language in which mails are written. */
export interface MailLanguage {
  /** Its tag, as in `pt-BR`. */
  readonly tag: string
  readonly isRightToLeft: boolean
  readonly texts: MailTexts
}

/** Tags by the way in which users' settings may spell them. */
const tags = new Map(Object.keys(compiled).map((tag) => [tag.toLowerCase(), tag]))

/** The language with this tag, or else one that is close to it: `de-AT` is German. English for all others. */
export function mailLanguage(wanted: string): MailLanguage {
  const spelled = wanted.toLowerCase().replaceAll('_', '-')
  const primary = spelled.split('-')[0]!
  const regional = [...tags.keys()].find((known) => known.startsWith(`${primary}-`))
  const tag = tags.get(spelled) ?? tags.get(primary) ?? (regional === undefined ? 'en' : tags.get(regional)!)
  const { isRightToLeft, texts } = compiled[tag]!
  const rules = new Intl.PluralRules(tag)
  const number = (value: number): string => value.toLocaleString(tag)
  const plural = (count: number, forms: Readonly<Record<string, string>>): string =>
    forms[count] ?? forms[rules.select(count)] ?? forms['other']!
  return { tag, isRightToLeft, texts: texts(number, plural) }
}

/** A day as the reader writes it. */
export const dayText = (seconds: number, { tag }: MailLanguage, timeZone: string): string =>
  new Date(seconds * 1000).toLocaleDateString(tag, { dateStyle: 'long', timeZone: timeZone || 'UTC' })

/** A time as the reader writes it, with the time zone. */
export const timeText = (seconds: number, { tag }: MailLanguage, timeZone: string): string =>
  new Date(seconds * 1000).toLocaleString(tag, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: timeZone || 'UTC',
  })

/** Names as one list. */
export const listText = (names: readonly string[], tag: string): string =>
  new Intl.ListFormat(tag, { type: 'conjunction' }).format(names)
