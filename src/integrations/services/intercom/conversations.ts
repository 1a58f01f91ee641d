import type { EventReader } from '../../integration'
import { bold, escapeInline, time, joinWords } from '../../markdown'
import type { Payload } from '../../payload'
import { textOfHtml } from '../../wording/html'
import { itemTopic, type Item } from '../../wording/item'
import { ticketContent, type Ticket } from '../../wording/ticket'

/** Name of who wrote something. */
export const authorOf = (part: Payload): string => bold(part.firstText('author.name', 'author.email'))

/** A conversation, which is known by who began it and by its subject. */
function conversationOf(payload: Payload): Item {
  const item = payload.at('data.item')
  const subject = textOfHtml(item.text('source.subject'))
  const person = item.firstText('source.author.name', 'source.author.email')
  const id = item.text('id')
  const app = payload.text('app_id')
  const page =
    app === '' || id === ''
      ? ''
      : `https://app.intercom.com/a/inbox/${encodeURIComponent(app.toWellFormed())}/inbox/conversation/${encodeURIComponent(id.toWellFormed())}`
  return {
    noun: 'Conversation',
    number: person === '' ? id : `with ${person}`,
    title: subject === '' ? '' : `about ${subject}`,
    url: item.text('links.conversation_web') || page,
  }
}

const topicOf = (payload: Payload): string => {
  const item = payload.at('data.item')
  const subject = textOfHtml(item.text('source.subject'))
  const person = item.firstText('source.author.name', 'source.author.email')
  return itemTopic(person, { noun: '', number: '', title: subject, url: '' }) || `conversation ${item.text('id')}`
}

/** What was written last. */
const partOf = (payload: Payload): Payload => payload.at('data.item.conversation_parts.conversation_parts.0')

type Standing = Omit<Ticket, keyof Item>

const conversationReader =
  (standing: (payload: Payload) => Standing): EventReader =>
  (payload) => ({
    topic: topicOf(payload),
    content: ticketContent({ ...conversationOf(payload), ...standing(payload) }),
  })

/** What an admin did, or what happened by a rule. */
const done =
  (verb: string): ((payload: Payload) => Standing) =>
  (payload) => {
    const author = authorOf(partOf(payload))
    return { words: joinWords(verb, author && `by ${author}`) }
  }

/** What somebody wrote. */
const written =
  (noun: string): ((payload: Payload) => Standing) =>
  (payload) => {
    const author = authorOf(partOf(payload))
    return {
      words: joinWords(`has a ${noun}`, author && `by ${author}`),
      text: textOfHtml(partOf(payload).text('body')),
    }
  }

export const opened = conversationReader((payload) => ({
  words: 'was opened',
  text: textOfHtml(payload.text('data.item.source.body')),
}))

export const replied = conversationReader(written('reply'))
export const noted = conversationReader(written('note'))
export const closed = conversationReader(done('was closed'))
export const openedAgain = conversationReader(done('was opened again'))
export const unsnoozed = conversationReader(() => ({ words: 'is no longer snoozed' }))
export const deleted = conversationReader(() => ({ words: 'was deleted' }))

export const snoozed = conversationReader((payload) => {
  const end = time(payload.number('data.item.snoozed_until'))
  return done(joinWords('was snoozed', end && `until ${end}`))(payload)
})

export const assigned = conversationReader((payload) => {
  const name = bold(partOf(payload).text('assigned_to.name') || payload.text('data.item.assignee.name'))
  return done(`was assigned to ${name || 'somebody'}`)(payload)
})

export const priority = conversationReader((payload) => ({
  words: payload.text('data.item.priority') === 'priority' ? 'has priority now' : 'has no priority now',
}))

export const rated = conversationReader((payload) => ({
  words: 'was rated',
  facts: { Rating: escapeInline(payload.text('data.item.conversation_rating.rating')) },
  text: payload.text('data.item.conversation_rating.remark'),
}))
