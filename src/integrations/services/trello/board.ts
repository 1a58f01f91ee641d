import { bold, link } from '../../markdown'
import type { Payload } from '../../payload'

/** Name of who did it. */
export const actor = (payload: Payload): string =>
  payload.firstText('action.memberCreator.fullName', 'action.memberCreator.username') || 'Somebody'

/** The same in bold. */
export const who = (payload: Payload): string => bold(actor(payload))

export const board = (payload: Payload): string => payload.firstText('action.data.board.name', 'model.name') || 'Trello'

export const boardLink = (payload: Payload): string => {
  const id = payload.text('action.data.board.shortLink')
  return link(board(payload), id && `https://trello.com/b/${encodeURIComponent(id.toWellFormed())}`)
}

/** Name of the person that somebody added or removed. */
export const member = (payload: Payload): string =>
  payload.firstText('action.member.fullName', 'action.data.member.name', 'action.member.username') || 'somebody'

/** The value of a field before a change of it; null for a change of other fields. */
export const valueBefore = (payload: Payload, field: string): Payload | null =>
  payload.entries('action.data.old').find(([name]) => name === field)?.[1] ?? null
