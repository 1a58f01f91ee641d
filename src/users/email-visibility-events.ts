import { invalidationOfAll } from '../core/turn/query-cache'
import { tell, type Step, type Turn } from '../core/turn/change'
import { inRealm } from '../core/sql/ids'
import { fragment } from '../core/sql/sql'
import { userInvalidations } from './invalidation'
import { shownAddress } from './email-visibility'
import { everyone } from './audience'
import { isErased } from './erased'
import { usersOfRealm } from './all-users'
import { userById } from './queries'

/** New display addresses of many people: one event in the log, which clients get as one event for each person. */
export interface NewAddressesEvent {
  type: 'realm_user'
  op: 'update'
  people: { user_id: number; new_email: string }[]
}

/** The events for each person. Their ids are consecutive, and the last one has the id of the combined event. */
export const addressesOneByOne = ({ type, op, people }: NewAddressesEvent, id: number) =>
  people.map((person, place) => ({ type, op, person, id: id - people.length + 1 + place }))

/**
 * Gives every person the display address that these settings of the realm require, with an event for each to everybody
 * (behaviour, Realm settings). Bots and erased accounts keep their addresses.
 */
export async function showAddresses(turn: Turn, realm: { realm_settings: string }): Promise<Step> {
  const { sql, realm_id, facts } = turn
  const people = (await usersOfRealm(sql, realm_id))
    .filter((user) => user.bot_type === null && !isErased(user))
    .map(({ id, delivery_email }) => ({
      user_id: id,
      new_email: shownAddress(realm, { id, email: delivery_email, origin: facts.origin }),
    }))
  const event = tell(await everyone(turn), { type: 'realm_user', op: 'update', people })
  return {
    writes: [
      fragment`
        update user set email = value ->> 'new_email'
        from json_each(${JSON.stringify(people)})
        where user.id = value ->> 'user_id' and ${inRealm(fragment`user.id`, realm_id)}`,
    ],
    events: [{ ...event, takes: people.length }],
    invalidates: [...userInvalidations(realm_id, turn.actor.id), invalidationOfAll(userById)],
  }
}
