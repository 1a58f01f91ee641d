import { z } from 'zod'
import { endpoint } from '../core/http/endpoint'
import { json, text } from '../core/http/params'
import { editableFlags } from './editable-flags'

/** Messages that one request may name. */
const maxMessages = 10_000

/**
 * Flags are yours alone. All messages get the change, or none. A message that you may see but never received becomes
 * one that you hold: it also gets the flags `read` and `historical`. Your clients are told by an event
 * `update_message_flags`. For an outgoing webhook bot every message stays read, whatever it asks.
 *
 * @error BAD_REQUEST One of the messages does not exist, or you may not see it.
 * @error BAD_REQUEST More than 5,000 messages would be marked unread.
 */
export const updateFlagsEndpoint = endpoint('POST /messages/flags', {
  summary: 'Add or remove a personal flag of messages',
  overSocket: true,
  params: {
    /** Ids of the messages, at most 10,000. Duplicates count once. */
    messages: json(z.array(z.int()).max(maxMessages)),
    /** `add` sets the flag, `remove` clears it. */
    op: text(z.enum(['add', 'remove'])),
    /**
     * The flag. To remove `read` marks messages as unread. All other flags follow from the message itself and cannot be
     * changed.
     */
    flag: text(z.enum(editableFlags)),
  },
  returns: {
    /** The ids of the request, also those of messages that had the flag, or lacked it, already. */
    messages: z.array(z.int()),
  },
  async run({ params, realm }) {
    const { messages, op, flag } = params
    if (flag === 'read' && op === 'add') return realm.perform('markAsRead', { messages })
    return realm.perform('updateFlags', params)
  },
})
