import { texts } from '../../i18n'
import { mailSettings, permissionGroups } from '../organization'
import { rank } from '../../lib/rank'
import type { Tab } from './tabs'

/** A search result: a tab, or a setting on it. */
export interface FoundSetting {
  readonly tab: Tab
  /** The label of the setting; null for the tab itself. */
  readonly name: string | null
}

/** What the server and the organization send, without which some settings are not there. */
interface SentMails {
  readonly sendsMail: boolean
  readonly sendsDigests: boolean
}

/** Finds tabs and settings by their names. */
export function findSettings(tabs: readonly Tab[], typed: string, sentMails: SentMails): readonly FoundSetting[] {
  const names = namesByTab(sentMails)
  const all = tabs.flatMap((tab): FoundSetting[] => [
    { tab, name: null },
    ...[...new Set(names[tab.id])].filter((name) => name !== tab.name).map((name) => ({ tab, name })),
  ])
  return rank(all, typed, {
    names: ({ tab, name }) => (name === null ? [tab.name] : [name, `${tab.name} ${name}`]),
    weight: ({ name }) => Number(name !== null),
    maxResults: Infinity,
  })
}

/** The labels of settings by the ids of their tabs. */
function namesByTab({ sendsMail, sendsDigests }: SentMails): Readonly<Record<string, readonly string[]>> {
  const { settings: own, organization } = texts
  const { account, notifications, sessions, profile } = own
  const {
    rules,
    bots,
    integrations,
    groups,
    emoji,
    linkifiers,
    playgrounds,
    profileFields,
    defaultStreams,
    exports,
    backups,
  } = organization
  const nameOf = (name: keyof typeof rules.settings): string => rules.settings[name].label
  const habits = [own.habits, own.enterSends, own.emoticons, own.drafts, own.hours24]
  const looks = [own.theme, own.size, own.contrast, own.wide]
  const mails = [
    notifications.mailOwn,
    notifications.mailStreams,
    notifications.mailWait,
    notifications.mailContent,
    notifications.mailName,
    ...(sendsDigests ? [notifications.digest] : []),
    notifications.logins,
  ]
  const notices = [
    notifications.shown,
    notifications.own,
    notifications.streams,
    notifications.everybody,
    notifications.content,
    notifications.heard,
    notifications.sounds,
    notifications.counted,
    ...(sendsMail ? mails : []),
  ]
  const permissions = Object.entries(permissionGroups).flatMap(([group, names]) => [
    rules.groups[group as keyof typeof permissionGroups],
    ...names.map(nameOf),
  ])
  const { name, description, icon, logo, nightLogo, closing } = organization.profile
  return {
    general: [
      ...looks,
      own.density,
      own.language,
      ...habits,
      own.timezone,
      own.told,
      ...Object.values(own.toldOf.reader),
      own.exportConsent,
    ],
    profile: [profile.name, profile.picture, profile.fields],
    account: [account.address, account.changeAddress, account.password, account.changePassword, account.deactivation],
    notifications: [...notices, notifications.ofStreams, notifications.words],
    data: [own.data.make],
    sessions: [sessions.title, sessions.key, sessions.endOthers],
    'organization-profile': [name, description, icon, logo, nightLogo, closing],
    'organization-joining': [
      nameOf('invite_required'),
      nameOf('invite_to_realm_policy'),
      rules.domains.title,
      nameOf('waiting_period_threshold'),
      nameOf('signup_notifications_stream_id'),
      rules.groups.methods,
    ],
    'organization-permissions': [...permissions, ...(sendsMail ? mailSettings.map(nameOf) : [])],
    'organization-defaults': [nameOf('default_language'), ...looks, ...habits, ...notices],
    'organization-bots': [bots.make],
    'organization-integrations': [integrations.add],
    'organization-groups': [groups.make],
    'organization-emoji': [emoji.title, emoji.add],
    'organization-linkifiers': [linkifiers.add, linkifiers.try],
    'organization-playgrounds': [playgrounds.title, playgrounds.add],
    'organization-profileFields': [profileFields.add],
    'organization-defaultStreams': [defaultStreams.add],
    'organization-backups': [backups.frequency, backups.number, backups.make],
    'organization-exports': [exports.make, nameOf('owner_full_content_access')],
    'organization-storage': [nameOf('old_texts_after_days')],
  }
}
