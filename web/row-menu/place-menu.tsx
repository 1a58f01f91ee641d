import { Ellipsis } from 'lucide'
import { addressOf, namesOf } from '../../client'
import { Icon, Menu } from '../parts'
import { terms } from '../places'
import { useSession } from '../session'
import { itemsOf } from './items'

/** What can be done with the stream, topic or private conversation that is open. */
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
