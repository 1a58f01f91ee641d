import { bots } from './bots.en'
import { groups } from './groups.en'
import { people } from './people.en'
import { profile } from './profile.en'
import { rules } from './rules.en'
import { usage } from './usage.en'
import { emoji } from './emoji.en'
import { linkifiers } from './linkifiers.en'
import { playgrounds } from './playgrounds.en'
import { profileFields } from './profile-fields.en'
import { defaultStreams } from './default-streams.en'
import { exports } from './exports.en'

export const organization = {
  tabs: {
    profile: 'Organization',
    joining: 'Joining',
    permissions: 'Permissions',
    defaults: 'Defaults for new people',
    people: 'People',
    passwords: 'Password resets',
    invitations: 'Invitations',
    bots: 'Bots',
    groups: 'Groups',
    emoji: 'Emoji',
    linkifiers: 'Linkifiers',
    playgrounds: 'Playgrounds',
    profileFields: 'Profile fields',
    defaultStreams: 'Default streams',
    exports: 'Exports',
    usage: 'Usage',
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
