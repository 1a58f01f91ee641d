import { headerName, nameText } from './header-text'
import { dayText, timeText, type MailLanguage } from './language'
import type { MailContent } from './layout'

/** The values of each template, as JSON. Names and addresses are as people wrote them. Links are whole addresses. */
export interface TemplateValues {
  invitation: { inviter: string; url: string; expires_at: number | null }
  new_address: { url: string }
  address_changed: { new_address: string }
  /** `maker`: the administrator who made the link; null if the person asked for it. */
  password_link: { url: string; maker: string | null }
  /** `device`: '' if it is unknown. */
  new_login: { url: string; device: string; time: number; time_zone: string }
  claim: { url: string; owner: string }
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
}

const accountFooter = ({ language, organization, host }: MailPlace): string =>
  language.texts.layout.account(nameText(organization), host)
