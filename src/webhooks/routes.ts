import { z } from 'zod'
import type { Account } from '../accounts/account'
import { endpoint, type RequestContext } from '../core/http/endpoint'
import { json, text } from '../core/http/params'
import { withoutEffects } from '../markdown/without-effects'
import { written } from '../messages/fields'
import { sending } from '../messages/sending-limit'
import { longestRaw, noTopic } from '../messages/text'
import { jsonMessage } from './json'
import { slackSchema } from './schema'
import { slackMessage, topicOf } from './slack'

/** Parameters in the address of a webhook that say where its messages go. */
const addressedTo = {
  /** Name or id of the stream. */
  stream: text(z.string().max(longestRaw)).optional(),
  /** Topic, at most 60 characters. */
  topic: written.optional(),
}

/**
 * Sends a message from a program that is made for incoming webhooks of Slack. The address of the webhook holds the key of an
 * incoming webhook bot: `/api/v1/external/slack_incoming?api_key=…&stream=…&topic=…`. Without `stream`, the owner of the bot
 * gets a private message. Markup, blocks and attachments become Markdown; users and channels of Slack become plain names, and
 * nobody is notified. A payload that shows nothing is answered with success, as Slack's programs expect, and sends nothing. Clients
 * get the message as an event `message`.
 *
 * @error BAD_REQUEST The message would be longer than 10,000 bytes.
 * @error BAD_REQUEST The topic is too long, has an invalid character, or is empty where topics are mandatory.
 * @error BAD_REQUEST The bot may not send to the stream, or its owner is deactivated.
 * @error STREAM_DOES_NOT_EXIST The stream does not exist.
 */
export const postFromSlackEndpoint = endpoint('POST /external/slack_incoming', {
  summary: 'Send a message, from a program made for incoming webhooks of Slack',
  auth: 'key',
  counted: sending,
  params: {
    ...addressedTo,
    /** The message as Slack takes it. It may also be the whole body, as `application/json`. */
    payload: json(slackSchema).anyCharacters().body(),
  },
  returns: {},
  async run({ params: { stream, topic, payload }, realm, viewer }) {
    const content = withoutEffects(slackMessage(payload))
    if (content.trim() === '') return {}
    return deliver({ realm, viewer }, { stream, topic: topic ?? topicOf(payload), content })
  },
})

/**
 * Sends a message from a program that can post JSON to an address. The address of the webhook holds the key of an incoming
 * webhook bot: `/api/v1/external/json?api_key=…&stream=…&topic=…`. Without `stream`, the owner of the bot gets a private
 * message. Clients get it as an event `message`.
 *
 * @error BAD_REQUEST The message would be empty, or longer than 10,000 bytes.
 * @error BAD_REQUEST The payload is no message, and is nested more than 50 levels deep.
 * @error BAD_REQUEST The topic is too long, has an invalid character, or is empty where topics are mandatory.
 * @error BAD_REQUEST The bot may not send to the stream, or its owner is deactivated.
 * @error STREAM_DOES_NOT_EXIST The stream does not exist.
 */
export const postFromJsonEndpoint = endpoint('POST /external/json', {
  summary: 'Send a message, from a program that posts JSON: its `content`, or all of it as code',
  auth: 'key',
  counted: sending,
  params: {
    ...addressedTo,
    /**
     * An object with the message as `content`, in Markdown. Its `stream` and `topic` count if the address has none. Any other
     * JSON is shown as a block of code, with the topic `JSON`. It may also be the whole body, as `application/json`.
     */
    payload: json(z.unknown()).anyCharacters().body(),
  },
  returns: {},
  async run({ params: { stream, topic, payload }, realm, viewer }) {
    const message = jsonMessage(payload)
    return deliver(
      { realm, viewer },
      { stream: stream ?? message.stream, topic: topic ?? message.topic, content: message.content },
    )
  },
})

/** Sends a message to the stream or, without one, directly to the owner of the bot. */
async function deliver(
  { realm, viewer }: Pick<RequestContext<never>, 'realm' | 'viewer'>,
  { stream, topic, content }: { stream: string | undefined; topic: string | undefined; content: string },
): Promise<Record<string, never>> {
  const to =
    stream === undefined
      ? { type: 'private' as const, to: JSON.stringify([ownerOf(await viewer())]) }
      : { type: 'stream' as const, to: stream, topic: topic ?? noTopic }
  await realm.perform('sendMessage', { ...to, content })
  return {}
}

const ownerOf = ({ id, bot_owner_id }: Account): number => bot_owner_id ?? id
