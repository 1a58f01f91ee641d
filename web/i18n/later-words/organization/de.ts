import type { LaterWords } from '../index'
import { bots } from './bots.de'
import { groups } from './groups.de'
import { people } from './people.de'
import { profile } from './profile.de'
import { rules } from './rules.de'
import { usage } from './usage.de'
import { emoji } from './emoji.de'
import { linkifiers } from './linkifiers.de'
import { playgrounds } from './playgrounds.de'
import { profileFields } from './profile-fields.de'
import { defaultStreams } from './default-streams.de'
import { exports } from './exports.de'

export const organization: LaterWords['organization'] = {
  tabs: {
    profile: 'Organisation',
    joining: 'Beitritt',
    permissions: 'Berechtigungen',
    defaults: 'Standards für Neue',
    people: 'Leute',
    passwords: 'Passwörter zurücksetzen',
    invitations: 'Einladungen',
    bots: 'Bots',
    groups: 'Gruppen',
    emoji: 'Emojis',
    linkifiers: 'Linkifier',
    playgrounds: 'Code-Playgrounds',
    profileFields: 'Profilfelder',
    defaultStreams: 'Standard-Streams',
    exports: 'Exporte',
    usage: 'Verbrauch',
  },
  bots,
  groups,
  people,
  profile,
  rules,
  usage,
  emoji,
  linkifiers,
  playgrounds,
  profileFields,
  defaultStreams,
  exports,
}
