import { useSignal } from '@preact/signals'
import { mayChangeGroup, mayMakeGroups } from '../../../../client/policies'
import { More } from '../../../ui/form'
import { texts } from '../../../i18n'
import { Filter } from '../../../ui/list'
import { Button } from '../../../ui'
import { rank } from '../../../lib/rank'
import { useStore } from '../../../session/context'
import { ListAndOne, useOpenItem } from '../list-and-one'
import { OneGroup, type Group } from './group'
import { NewGroup } from './new-group'

/** Up to this many groups, no search box is shown. */
const maxWithoutSearch = 8

/** User groups, without the system groups that the server makes of roles. */
export function Groups() {
  const store = useStore()
  const t = texts.organization.groups
  const item = useOpenItem('groups')
  const { opened, open } = item
  const typed = useSignal('')
  const groups = store.state.realm_user_groups.value.filter(({ is_system_group }) => !is_system_group)
  const found = rank(groups, typed.value, {
    names: ({ name, description }) => [name, description],
    maxResults: Infinity,
  })

  return (
    <ListAndOne item={item} back={t.all} one={oneOf()}>
      <p class="hint">{t.hint}</p>
      {mayMakeGroups(store) && (
        <div class="buttons">
          <Button data-one="new" onClick={() => open('new')}>
            {t.make}
          </Button>
        </div>
      )}
      {groups.length > maxWithoutSearch && (
        <Filter name={t.find} value={typed.value} onType={(text) => (typed.value = text)} />
      )}
      {found.length === 0 && <p class="hint">{groups.length === 0 ? t.none : t.notFound}</p>}
      <More key={typed.value} items={found}>
        {(group) => <Row key={group.id} group={group} onOpen={() => open(group.id)} />}
      </More>
    </ListAndOne>
  )

  function oneOf() {
    if (opened === 'new')
      return mayMakeGroups(store) ? { title: t.make, content: <NewGroup onMade={() => open(null)} /> } : null
    const group = groups.find(({ id }) => id === opened)
    return group ? { title: group.name, content: <OneGroup group={group} /> } : null
  }
}

function Row({ group, onOpen }: { group: Group; onOpen: () => void }) {
  const store = useStore()
  const t = texts.organization.groups
  const { id, name, description, members } = group
  const isChangeable = mayChangeGroup(group, store)
  return (
    <li>
      <span class="grow">
        <bdi>{name}</bdi>
        {description !== '' && <small dir="auto">{description}</small>}
        <small>{texts.profile.members(members.length)}</small>
      </span>
      <Button data-one={id} aria-label={(isChangeable ? t.changeOf : t.showOf)(name)} onClick={onOpen}>
        {isChangeable ? t.change : t.show}
      </Button>
    </li>
  )
}
