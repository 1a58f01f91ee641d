import { Avatar } from '../../../ui'
import { useMore } from '../../../ui/form'
import { byName } from '../../../lib/by-name'
import { useStore } from '../../../session/context'
import { texts } from '../../../i18n'

/** A list of people, by name. */
export function PeopleList({ ids }: { ids: readonly number[] }) {
  const { users } = useStore()
  const people = ids
    .map((user_id) => ({
      user_id,
      name: users.name(user_id) ?? texts.sidebar.somebody,
      ...users.get(user_id),
    }))
    .toSorted((a, b) => byName(a.name, b.name))
  const { shown, more } = useMore(people)
  return (
    <>
      <ul class="named">
        {shown.map(({ user_id, name, avatar_url }) => (
          <li key={user_id}>
            <Avatar user_id={user_id} name={name} picture={avatar_url} size={24} />
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
      {more}
    </>
  )
}
