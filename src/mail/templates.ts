import { headerName, nameText } from './header-text'
import { dayText, listText, timeText, type MailLanguage } from './language'
import type { MailContent } from './layout'

/** The values of each template, as JSON. Names and addresses are as people wrote them. Links are whole addresses. */
export interface TemplateValues {
  invitation: { inviter: string; url: string; expires_at: number | null }
  invitation_reminder: { inviter: string; url: string; expires_at: number }
  new_address: { url: string }
  address_changed: { new_address: string }
  /** `maker`: the administrator who made the link; null if the person asked for it. */
  password_link: { url: string; maker: string | null }
  /** `device`: '' if it is unknown. */
  new_login: { url: string; device: string; time: number; time_zone: string }
  claim: { url: string; owner: string }
  missed_messages: MissedMessagesValues
  /** `percent`: the mark that was passed. `full_at`: when nothing new is taken at the present pace, in UNIX seconds; null: not known. */
  database_size: { url: string; percent: number; full_at: number | null }
  /** What happened in a week. Names of streams and people are some of `amount`. */
  digest: {
    url: string
    unread_conversations: number
    topics: readonly { stream: string; topic: string; messages: number }[]
    streams: { names: readonly string[]; amount: number }
    people: { names: readonly string[]; amount: number }
  }
}

/** Messages of one conversation that somebody has missed. */
export interface MissedMessagesValues {
  /** A topic of a stream, or the other people of a direct conversation, some by name; null if the mail shows nothing of it. */
  readonly conversation:
    | { readonly stream: string; readonly topic: string }
    | { readonly names: readonly string[]; readonly others: number }
    | null
  /** Who wants nothing of messages in mails; null: nobody. */
  readonly content_hidden_by: 'reader' | 'organization' | null
  /** From the first to the last. */
  readonly messages: readonly ShownMessage[]
  /** Messages of the conversation before these. */
  readonly earlier: number
  /** Conversations and messages of which no mail tells. */
  readonly others: { readonly conversations: number; readonly messages: number }
  /** Whether the subject names the organization. */
  readonly names_organization: boolean
  readonly time_zone: string
  /** Address of the conversation. */
  readonly url: string
  /** Address of the organization. */
  readonly home_url: string
}

/** A message in a mail. */
export interface ShownMessage {
  readonly sender: string
  /** UNIX time, seconds. */
  readonly time: number
  readonly text: string
  /** HTML that mail programs show safely. */
  readonly html: string
  /** Whether it is no news, but the message before. */
  readonly isContext?: true
}

export type TemplateName = keyof TemplateValues

/** What every template knows. */
export interface MailPlace {
  readonly language: MailLanguage
  /** Name of the organization. */
  readonly organization: string
  /** Host of the organization, as in `chat.example.com`. */
  readonly host: string
  /** Address of the one who gets the mail. */
  readonly to: string
  /** Whether answers to the mail arrive. */
  readonly isAnswered: boolean
}

type Template<N extends TemplateName> = (values: TemplateValues[N], place: MailPlace) => MailContent

export const templates: { readonly [N in TemplateName]: Template<N> } = {
  invitation({ inviter, url, expires_at }, { language, organization, host }) {
    const t = language.texts.invitation
    return {
      subject: t.subject(headerName(inviter), headerName(organization)),
      paragraphs: [t.text(nameText(inviter), nameText(organization))],
      button: { label: t.join, url },
      hint: expires_at === null ? t.forever : t.until(dayText(expires_at, language, 'UTC')),
      footer: [t.stranger(nameText(inviter), host)],
    }
  },

  invitation_reminder({ inviter, url, expires_at }, { language, organization, host }) {
    const { invitation, invitationReminder: t } = language.texts
    return {
      subject: t.subject(headerName(inviter), headerName(organization)),
      paragraphs: [t.text(nameText(inviter), nameText(organization))],
      button: { label: invitation.join, url },
      hint: invitation.until(dayText(expires_at, language, 'UTC')),
      footer: [invitation.stranger(nameText(inviter), host), t.once],
    }
  },

  // It says little of the account: the address may be wrong, and its owner a stranger.
  new_address({ url }, { language, organization }) {
    const t = language.texts.newAddress
    return {
      subject: t.subject,
      paragraphs: [t.text(nameText(organization))],
      button: { label: t.confirm, url },
      hint: t.until,
      footer: [t.stranger],
    }
  },

  address_changed({ new_address }, place) {
    const t = place.language.texts.addressChanged
    return {
      subject: t.subject,
      paragraphs: [t.text(nameText(place.organization), new_address), t.advice],
      footer: [accountFooter(place)],
    }
  },

  password_link({ url, maker }, place) {
    const t = place.language.texts.passwordLink
    const organization = nameText(place.organization)
    return {
      subject: t.subject,
      paragraphs: [
        maker === null
          ? t.requested(organization, place.to)
          : t.byAdministrator(nameText(maker), organization, place.to),
      ],
      button: { label: t.set, url },
      hint: t.until,
      footer: [t.stranger, accountFooter(place)],
    }
  },

  new_login({ url, device, time, time_zone }, place) {
    const { language } = place
    const t = language.texts.newLogin
    return {
      subject: t.subject(headerName(place.organization)),
      paragraphs: [
        t.text(nameText(place.organization)),
        [
          device === '' ? t.unknownDevice : t.device(nameText(device)),
          t.time(timeText(time, language, time_zone)),
        ].join('\n'),
      ],
      button: { label: t.look, url },
      hint: t.advice,
      footer: [accountFooter(place)],
    }
  },

  claim({ url, owner }, place) {
    const t = place.language.texts.claim
    const organization = nameText(place.organization)
    return {
      subject: t.subject(headerName(place.organization)),
      paragraphs: [t.text(nameText(owner), organization)],
      button: { label: t.set, url },
      hint: t.until(place.to),
      footer: [accountFooter(place)],
    }
  },

  database_size({ url, percent, full_at }, place) {
    const { language, organization } = place
    const t = language.texts.databaseSize
    return {
      subject: t.subject(headerName(organization), String(percent)),
      paragraphs: [
        t.text(nameText(organization), String(percent)),
        full_at === null ? t.consequence : t.until(dayText(full_at, language, 'UTC')),
      ],
      button: { label: t.look, url },
      footer: [t.reason(nameText(organization)), accountFooter(place)],
    }
  },

  missed_messages(values, place) {
    const { language, isAnswered } = place
    const t = language.texts.missedMessages
    const { content_hidden_by, messages, earlier, others, time_zone, url, home_url } = values
    const organization = nameText(place.organization)
    const isHidden = content_hidden_by !== null
    return {
      subject: missedSubject(values, place),
      paragraphs: isHidden
        ? [
            t.hidden(organization),
            content_hidden_by === 'reader' ? t.hiddenByYou : t.hiddenByOrganization(organization),
          ]
        : earlier > 0
          ? [t.earlier(earlier)]
          : [],
      messages: messages.map(({ sender, time, ...content }) => ({
        ...content,
        heading: nameText(sender),
        time: timeText(time, language, time_zone),
      })),
      button: { label: t.open(organization), url },
      ...(!isHidden && { hint: isAnswered ? t.answer : t.noAnswer }),
      links: [
        ...(others.conversations > 0 ? [{ label: t.moreConversations(others.conversations), url: home_url }] : []),
        ...(others.messages > 0 ? [{ label: t.moreMessages(others.messages), url: home_url }] : []),
      ],
      footer: [accountFooter(place)],
    }
  },

  digest({ url, unread_conversations, topics, streams, people }, place) {
    const { language } = place
    const t = language.texts.digest
    const organization = nameText(place.organization)
    const topicText = ({ stream, topic, messages }: TemplateValues['digest']['topics'][number]): string =>
      t.topic(nameText(stream), nameText(topic), messages)
    return {
      subject: t.subject(headerName(place.organization)),
      paragraphs: [
        t.text(organization),
        ...(unread_conversations === 0 ? [] : [t.unread(unread_conversations)]),
        ...(topics.length === 0 ? [] : [[t.topics, ...topics.map(topicText)].join('\n')]),
        ...(streams.amount === 0 ? [] : [t.streams(namesText(streams, language))]),
        ...(people.amount === 0 ? [] : [t.people(namesText(people, language))]),
      ],
      button: { label: t.open(organization), url },
      footer: [t.reason, accountFooter(place)],
    }
  },
}

/** A list of names, and how many more there are. */
function namesText(
  { names, amount }: { names: readonly string[]; amount: number },
  { tag, texts }: MailLanguage,
): string {
  const more = amount > names.length ? [texts.digest.more(amount - names.length)] : []
  return listText([...names.map(nameText), ...more], tag)
}

/** The names of a conversation in one list, with the number of those who are not named. */
function participants(
  { names, others }: { names: readonly string[]; others: number },
  { tag, texts }: MailLanguage,
): string {
  const listed = others > 0 ? [...names, texts.missedMessages.others(others)] : names
  return listText(listed.map(headerName), tag)
}

function missedSubject(
  { conversation, names_organization }: MissedMessagesValues,
  { language, organization }: MailPlace,
): string {
  const t = language.texts.missedMessages
  const name = headerName(organization)
  if (conversation === null) return t.hiddenSubject(name)
  const subject =
    'stream' in conversation
      ? `#${headerName(conversation.stream)} > ${headerName(conversation.topic)}`
      : t.directSubject(participants(conversation, language))
  return names_organization ? `[${name}] ${subject}` : subject
}

const accountFooter = ({ language, organization, host }: MailPlace): string =>
  language.texts.layout.account(nameText(organization), host)
