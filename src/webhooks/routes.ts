import { z } from 'zod'
import type { Account } from '../accounts/account'
import { endpoint, type RequestContext } from '../core/http/endpoint'
import { json, text } from '../core/http/params'
import { written } from '../messages/fields'
import { sending } from '../messages/limit'
import { longestRaw, noTopic } from '../messages/text'
import { jsonMessage } from './json'
import { slackSchema } from './schema'
import { slackMessage, topicOf } from './slack'

/** Where the address of a webhook says that its messages go. */
const place = {
  stream: text(z.string().max(longestRaw)).optional(),
  topic: written.optional(),
}

export const postFromSlackEndpoint = endpoint('POST /external/slack_incoming', {
  summary: 'Send a message, from a program made for incoming webhooks of Slack',
  auth: 'key',
  counted: sending,
  params: { ...place, payload: json(slackSchema).anyCharacters().body() },
  returns: {},
  async run({ params: { stream, topic, payload }, realm, viewer }) {
    return deliver({ realm, viewer }, { stream, topic: topic ?? topicOf(payload), content: slackMessage(payload) })
  },
})

export const postFromJsonEndpoint = endpoint('POST /external/json', {
  summary: 'Send a message, from a program that posts JSON: its `content`, or all of it as code',
  auth: 'key',
  counted: sending,
  params: { ...place, payload: json(z.unknown()).anyCharacters().body() },
  returns: {},
  async run({ params: { stream, topic, payload }, realm, viewer }) {
    const said = jsonMessage(payload)
    return deliver(
      { realm, viewer },
      { stream: stream ?? said.stream, topic: topic ?? said.topic, content: said.content },
    )
  },
})

/** Sends to the stream; without one, privately to the owner of the bot. */
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
