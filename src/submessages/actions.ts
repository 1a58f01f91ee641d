import { writeSubmessages } from './writes'
import { tell, type Change, type Turn } from '../core/turn/change'
import { refused } from '../core/base/errors'
import { parsedJson } from '../core/base/json'
import { invalidMessages } from '../user-messages/visible'
import { messageHolders } from '../messages/audience'
import { widgetMessage, type WidgetMessage } from './queries'
import { additions, type Submessage } from './schema'

/** Maximal number of submessages of a message. Every reader of the message gets all of them. */
const maxSubmessages = 5000

/** Maximal bytes of JSON of all submessages of a message. */
const maxSubmessageBytes = 400_000

interface Addition {
  message_id: number
  msg_type: string
  /** JSON. */
  content: string
}

/** Adds to a message's widget, such as a vote to a poll (endpoints, Submessage). */
export async function addSubmessage(turn: Turn, { message_id, msg_type, content }: Addition): Promise<Change> {
  const { actor, sql } = turn
  const message = await widgetMessage(sql, actor, message_id)
  if (message === null) throw invalidMessages()
  const isAuthor = message.sender_id === actor.id
  if (!isAuthor && message.submessages.length === 0) throw refused('You cannot attach a submessage to this message.')
  const value = parsedJson(content)
  if (value === undefined) throw refused('Invalid json for submessage')
  const kind = additions[widgetType(message) ?? '']
  if (kind !== undefined && !kind[isAuthor ? 'author' : 'anybody'].safeParse(value).success)
    throw refused('Invalid data for this widget')

  const submessage: Submessage = { id: turn.next('submessage'), message_id, sender_id: actor.id, msg_type, content }
  const all = [...message.submessages, submessage]
  if (all.length > maxSubmessages || new TextEncoder().encode(JSON.stringify(all)).length > maxSubmessageBytes)
    throw refused('There are too many submessages of this message.')
  const { id: submessage_id, ...fields } = submessage
  return {
    writes: [writeSubmessages(message_id, all)],
    result: {},
    events: [tell(await messageHolders(turn, message), { type: 'submessage', submessage_id, ...fields })],
  }
}

/** The type of the widget, from the first submessage; null if the server does not know it. */
function widgetType({ submessages: [first] }: WidgetMessage): string | null {
  if (first?.msg_type !== 'widget') return null
  const { widget_type = null } = (parsedJson(first.content) ?? {}) as { widget_type?: unknown }
  return typeof widget_type === 'string' && Object.hasOwn(additions, widget_type) ? widget_type : null
}
