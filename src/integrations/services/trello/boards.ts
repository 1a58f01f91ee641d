import type { EventReader } from '../../integration'
import { bold } from '../../markdown'
import type { Payload } from '../../payload'
import { board, boardLink, member, valueBefore, who } from './board'

const message = (payload: Payload, sentence: string) => ({ topic: board(payload), content: `${sentence}.` })

const list = (payload: Payload): string => bold(payload.text('action.data.list.name'))

export const listCreated: EventReader = (payload) =>
  message(payload, `${who(payload)} added the list ${list(payload)} to ${boardLink(payload)}`)

export const listUpdated: EventReader = (payload) => {
  const name = valueBefore(payload, 'name')
  if (name !== null)
    return message(payload, `${who(payload)} renamed the list ${bold(name.text(''))} to ${list(payload)}`)
  if (valueBefore(payload, 'closed') === null) return 'not_shown'
  const verb = payload.flag('action.data.list.closed') ? 'archived' : 'restored'
  return message(payload, `${who(payload)} ${verb} the list ${list(payload)}`)
}

export const created: EventReader = (payload) =>
  message(payload, `${who(payload)} created the board ${boardLink(payload)}`)

export const updated: EventReader = (payload) => {
  const name = valueBefore(payload, 'name')
  if (name !== null)
    return message(payload, `${who(payload)} renamed the board ${bold(name.text(''))} to ${boardLink(payload)}`)
  if (valueBefore(payload, 'closed') === null) return 'not_shown'
  const verb = payload.flag('action.data.board.closed') ? 'closed' : 'reopened'
  return message(payload, `${who(payload)} ${verb} the board ${boardLink(payload)}`)
}

export const memberAdded: EventReader = (payload) =>
  message(payload, `${who(payload)} added ${bold(member(payload))} to ${boardLink(payload)}`)

export const memberRemoved: EventReader = (payload) =>
  message(payload, `${who(payload)} removed ${bold(member(payload))} from ${boardLink(payload)}`)
