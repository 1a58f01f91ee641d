import { Ellipsis } from 'lucide'
import { addressOf, namesOf } from '../../../../client'
import { Icon, Menu } from '../../../ui'
import { terms } from '../../../routes/routes'
import { useSession } from '../../../session/context'
import { itemsOf } from './items'

/** The menu of the open stream, topic or direct messages. */
export function PlaceMenu() {
  const session = useSession()
  const { href, hash } = new URL(addressOf(terms.value ?? [], namesOf(session.store)), location.origin)
  const found = itemsOf({ href, hash }, session)
  if (found === null) return null
  return (
    <Menu name={found.name} items={found.items}>
      <Icon of={Ellipsis} />
    </Menu>
  )
}
