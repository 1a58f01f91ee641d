import type { User } from '../../../client'
import { texts } from '../../i18n'
import { useSession } from '../../session/context'
import { emailOf } from './email-of'
import { Fact } from './fact'
import { GroupLink, PersonLink } from './links'
import { Profile } from './profile'
import { timeIn } from './time-in'

/** Facts about somebody: role, email, time, groups, and profile fields. */
export function Facts({ person }: { person: User }) {
  const { store, outbox } = useSession()
  const t = texts.profile
  const { user_id, role, is_bot, bot_owner_id, timezone } = person
  const email = emailOf(person, store)
  const time = timeIn(timezone, outbox.state.user_settings.value)
  const groups = store.state.realm_user_groups.value.filter(
    ({ is_system_group, members }) => !is_system_group && members.includes(user_id),
  )
  return (
    <dl>
      <Fact name={t.role}>{is_bot ? t.bot : t.roles[role]}</Fact>
      {bot_owner_id !== undefined && (
        <Fact name={t.owner}>
          <PersonLink id={bot_owner_id} />
        </Fact>
      )}
      {email !== null && (
        <Fact name={t.email}>
          <a href={`mailto:${email}`}>{email}</a>
        </Fact>
      )}
      {time !== null && <Fact name={t.time}>{t.timeIn(time, timezone)}</Fact>}
      {groups.length > 0 && (
        <Fact name={t.groups}>
          {groups.map((group) => (
            <GroupLink key={group.id} group={group} />
          ))}
        </Fact>
      )}
      <Profile person={person} />
    </dl>
  )
}
