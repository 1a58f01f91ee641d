import type { EventReader, WebhookMessage } from '../../integration'
import { bold, link, time, joinWords } from '../../markdown'
import type { Payload } from '../../payload'
import { change, itemContent, itemTopic, renamedFrom, type Item } from '../../wording/item'
import { actor, board, member, valueBefore } from './board'

function card(payload: Payload): Item {
  const id = payload.text('action.data.card.shortLink')
  const number = payload.text('action.data.card.idShort')
  return {
    noun: '',
    number: '',
    title: payload.text('action.data.card.name') || joinWords('card', number && `#${number}`),
    url: id && `https://trello.com/c/${encodeURIComponent(id.toWellFormed())}`,
  }
}

interface Wording {
  readonly after?: string
  readonly text?: string
}

const did = (payload: Payload, verb: string, wording: Wording = {}): WebhookMessage => ({
  topic: itemTopic(board(payload), card(payload)),
  content: itemContent({ actor: actor(payload), verb, ...wording }, card(payload)),
})

const list = (payload: Payload): string => bold(payload.text('action.data.list.name'))

export const created: EventReader = (payload) =>
  did(payload, 'added', { after: list(payload) && `to ${list(payload)}` })

export const copied: EventReader = (payload) => did(payload, 'copied a card to')

export const deleted: EventReader = (payload) => ({
  ...did(payload, ''),
  content: `${joinWords(
    bold(actor(payload)),
    'deleted',
    bold(card(payload).title),
    list(payload) && `from ${list(payload)}`,
  )}.`,
})

/** What a change of a card was. The order of cards and the like are not told. */
export const updated: EventReader = (payload) => {
  const data = 'action.data'
  const listAfter = payload.text(`${data}.listAfter.name`)
  if (listAfter !== '')
    return did(payload, 'moved', { after: change(payload.text(`${data}.listBefore.name`), listAfter) })
  if (valueBefore(payload, 'closed') !== null)
    return did(payload, payload.flag(`${data}.card.closed`) ? 'archived' : 'restored')
  const name = valueBefore(payload, 'name')
  if (name !== null) return did(payload, renamedFrom(name.text('')))
  if (valueBefore(payload, 'desc') !== null)
    return did(payload, 'changed the description of', { text: payload.text(`${data}.card.desc`) })
  if (valueBefore(payload, 'dueComplete') !== null)
    return did(payload, 'marked', { after: payload.flag(`${data}.card.dueComplete`) ? 'as done' : 'as not done' })
  if (valueBefore(payload, 'due') === null) return 'not_shown'
  const due = time(payload.text(`${data}.card.due`))
  return due === ''
    ? did(payload, 'removed the due date of')
    : did(payload, 'set the due date of', { after: `to ${due}` })
}

export const movedHere: EventReader = (payload) => {
  const source = bold(payload.text('action.data.boardSource.name'))
  return did(payload, 'moved', { after: joinWords('here', source && `from the board ${source}`) })
}

export const movedAway: EventReader = (payload) => {
  const target = bold(payload.text('action.data.boardTarget.name'))
  return did(payload, 'moved', { after: target === '' ? 'to another board' : `to the board ${target}` })
}

export const commented: EventReader = (payload) =>
  did(payload, 'commented on', { text: payload.text('action.data.text') })

export const memberAdded: EventReader = (payload) => did(payload, `added ${bold(member(payload))} to`)
export const memberRemoved: EventReader = (payload) => did(payload, `removed ${bold(member(payload))} from`)

/** Labels may have a colour and no name. */
const label = (payload: Payload): string =>
  bold(payload.firstText('action.data.label.name', 'action.data.label.color', 'action.data.value'))

export const labelAdded: EventReader = (payload) => did(payload, `added the label ${label(payload)} to`)
export const labelRemoved: EventReader = (payload) => did(payload, `removed the label ${label(payload)} from`)

export const attached: EventReader = (payload) =>
  did(
    payload,
    `attached ${link(payload.text('action.data.attachment.name'), payload.text('action.data.attachment.url'))} to`,
  )

export const checklistAdded: EventReader = (payload) =>
  did(payload, `added the checklist ${bold(payload.text('action.data.checklist.name'))} to`)

export const itemChecked: EventReader = (payload) => {
  const isDone = payload.text('action.data.checkItem.state') === 'complete'
  const item = bold(payload.text('action.data.checkItem.name'))
  return did(payload, `${isDone ? 'ticked off' : 'unticked'} ${item} on`)
}
