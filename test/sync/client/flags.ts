import type { Place } from './unread-place'
import type { Applying, Client, Of } from './client'

const update_message_flags: Applying<'update_message_flags'> = (client, event) => {
  const { state, messages, unread } = client
  const { op, flag } = event
  const ids = event.all ? [...unread.keys()] : event.messages
  for (const id of ids) {
    const known = messages.get(id)
    if (known !== undefined)
      known.flags = op === 'add' ? [...new Set([...known.flags, flag])] : known.flags.filter((own) => own !== flag)
  }
  if (flag === 'starred') {
    const others = state.starred_messages.filter((id) => !ids.includes(id))
    state.starred_messages = op === 'add' ? [...others, ...ids] : others
  }
  if (flag !== 'read') return
  if (op === 'add') for (const id of ids) unread.delete(id)
  else for (const id of ids) unread.set(id, placeOf(client, event.message_details?.[id]))
}

type Details = NonNullable<Of<'update_message_flags'>['message_details']>[string]

function placeOf({ user_id }: Client, details: Details | undefined): Place {
  if (details === undefined) throw new Error('It is not told where a message became unread')
  const mentioned = details.mentioned === true
  if (details.type === 'stream') return { stream_id: details.stream_id!, topic: details.topic!, mentioned }
  return { others: details.user_ids!.filter((id) => id !== user_id), mentioned }
}

export const flagEvents = { update_message_flags }
