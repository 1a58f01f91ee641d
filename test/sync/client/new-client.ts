import type { Params, Person } from '../../kit'
import type { Attachment } from '../../../src/uploads/schema'
import type { Client, KnownMessage, State } from './client'
import { placesOf } from './unread'

/** What it fetched at first. */
export interface Fetched {
  messages: readonly unknown[]
  attachments: readonly unknown[]
}

export const newClient = (
  { id }: Person,
  { options, state, messages, attachments }: { options: Params; state: unknown } & Fetched,
): Client => {
  // What is applied must not reach what others still look at.
  const known = structuredClone(state) as State
  const own = structuredClone(messages) as KnownMessage[]
  return {
    user_id: id,
    options,
    state: known,
    messages: new Map(own.map((message) => [message.id, message])),
    attachments: new Map((attachments as Attachment[]).map((attachment) => [attachment.id, attachment])),
    unread: placesOf(known.unread_msgs, id),
  }
}

/** Whether it told the server that it knows of this. */
export const can = ({ options }: Client, capability: string): boolean =>
  (options['client_capabilities'] as Record<string, boolean> | undefined)?.[capability] === true
